import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { waitForRebuilds } from '../../scripts/build/testing/stack-documents.ts'
import {
  readRebuildCounts,
  requestRebuild,
  runScheduled,
} from '../../scripts/dev/stack/stack-client.ts'
import { articleSchema } from '../../src/domain/article.ts'
import { rebuildSchema } from '../../src/domain/rebuild.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { findArticle, readLiveTime, secondsAgo, stack } from '../testing/edge-client.ts'
import { commitWrites, firestore, readFields } from '../testing/test-readers.ts'
import { unwrap } from '../testing/unwrap.ts'
import { rebuildPath } from './rebuild-record.ts'

const slug = 'a-story-for-its-minute'
const path = `articles/${slug}`
let sampleArticle: Fields

async function write(fields: Fields): Promise<string> {
  return (await commitWrites([{ set: path, fields, serverTimes: ['updatedAt'] }])).at
}

const revisions = async () =>
  unwrap(await firestore.query({ collection: 'revisions', parent: path })).documents

const fetchPageStatus = async () => (await fetch(`${stack.siteUrl}/${slug}`)).status

beforeAll(async () => {
  const { title: _, ...fields } = (await readFields(`articles/${findArticle('metered').slug}`))!
  sampleArticle = {
    ...fields,
    title: 'A story for its minute',
    status: 'scheduled',
    publishedAt: secondsAgo(30),
  }
})

afterAll(async () => {
  // Builds detect changed articles, but not deleted ones.
  await write({ ...sampleArticle, status: 'withdrawn' })
  await requestRebuild(stack)
  const revisionPaths = (await revisions()).map(({ id }) => `${path}/revisions/${id}`)
  await commitWrites([path, ...revisionPaths].map((remove) => ({ remove })))
  await waitForRebuilds()
})

/** scheduled-articles-faults.test.ts tests when a scheduled article waits. */
describe('a scheduled article', () => {
  it('is published once when it’s due, and appears on the site', async () => {
    // A rebuild that is already running would publish the article too.
    await waitForRebuilds()
    const written = await write(sampleArticle)
    const { started } = await readRebuildCounts(stack)
    await Promise.all([1, 2, 3].map(() => runScheduled(stack.siteUrl)))

    const published = (await readFields(path))!
    expect(published).toMatchObject({
      ...sampleArticle,
      status: 'published',
      updatedAt: expect.any(Date),
    })
    expect(published.updatedAt).not.toEqual(sampleArticle.updatedAt)
    expect(articleSchema.safeParse(published).error).toBeUndefined()
    const [revision, ...others] = await revisions()
    expect(others).toEqual([])
    const { updatedAt: _, ...fields } = published
    expect(revision!.fields).toEqual({
      at: expect.any(Date),
      by: 'schedule',
      action: 'published',
      fields,
    })
    const { requestedUpTo } = rebuildSchema.parse(await readFields(rebuildPath))
    expect(requestedUpTo.getTime()).toBeGreaterThan(Date.parse(written))

    await vi.waitFor(
      async () => {
        expect((await readLiveTime()).getTime()).toBeGreaterThan(requestedUpTo.getTime())
        expect(await fetchPageStatus()).toBe(200)
      },
      { timeout: 50_000, interval: 100 },
    )
    expect((await readRebuildCounts(stack)).started).toBe(started + 1)
  })
})
