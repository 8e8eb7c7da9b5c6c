/** Articles that appear at their minute, without an editor. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/local/faulty-edge.ts'
import { rebuild, rebuildCounts, runCron } from '../../scripts/local/running-stack.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { articleSchema } from '../../src/domain/article.ts'
import { rebuildSchema } from '../../src/domain/rebuild.ts'
import type { StoredDocument } from '../adapters/firestore.ts'
import type { Fields } from '../adapters/firestore-values.ts'
import { ago, articleWith, liveUpTo, stack } from '../edge-client.ts'
import { rebuildPath } from './rebuild-record.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const slug = 'a-story-for-its-minute'
const path = `articles/${slug}`
let model: Fields

async function get(document: string): Promise<StoredDocument | null> {
  const found = await firestore.get(document)
  if (!found.ok) throw new Error(JSON.stringify(found.failure))
  return found.value
}

async function write(fields: Fields): Promise<string> {
  const written = await firestore.commit([{ set: path, fields, serverTimes: ['updatedAt'] }])
  if (!written.ok) throw new Error(JSON.stringify(written.failure))
  return written.value.at
}

async function revisions(): Promise<StoredDocument[]> {
  const found = await firestore.query({ collection: 'revisions', under: path })
  if (!found.ok) throw new Error(JSON.stringify(found.failure))
  return found.value.documents
}

const statusOfPage = async () => (await fetch(`${stack.siteUrl}/${slug}`)).status
const status = async () => (await get(path))?.fields.status

beforeAll(async () => {
  const { title: _, ...fields } = (await get(`articles/${articleWith('metered').slug}`))!.fields
  model = { ...fields, title: 'A story for its minute', status: 'scheduled', publishedAt: ago(30) }
})

afterEach(async () => {
  // Builds find out by what has changed, and not by what is gone.
  await write({ ...model, status: 'withdrawn' })
  await rebuild(stack)
  const kept = (await revisions()).map(({ id }) => ({ remove: `${path}/revisions/${id}` }))
  await firestore.commit([{ remove: path }, ...kept])
})

describe('a scheduled article', () => {
  it('is published when its minute has come, once, and stands in the site', async () => {
    const written = await write(model)
    const { begun } = await rebuildCounts(stack)
    await Promise.all([runCron(stack), runCron(stack), runCron(stack)])

    const published = (await get(path))!
    expect(published.fields).toMatchObject({
      ...model,
      status: 'published',
      updatedAt: expect.any(Date),
    })
    expect(published.fields.updatedAt).not.toEqual(model.updatedAt)
    expect(articleSchema.safeParse(published.fields).error).toBeUndefined()
    const [revision, ...others] = await revisions()
    expect(others).toEqual([])
    const { updatedAt: _, ...fields } = published.fields
    expect(revision!.fields).toEqual({
      at: expect.any(Date),
      by: 'schedule',
      action: 'published',
      fields,
    })
    const { wanted } = rebuildSchema.parse((await get(rebuildPath))!.fields)
    expect(wanted.getTime()).toBeGreaterThan(Date.parse(written))

    await vi.waitFor(
      async () => {
        expect((await liveUpTo()).getTime()).toBeGreaterThan(wanted.getTime())
        expect(await statusOfPage()).toBe(200)
      },
      { timeout: 50_000, interval: 100 },
    )
    expect((await rebuildCounts(stack)).begun).toBe(begun + 1)
  })

  it('waits for its minute, and for an editor where it is not as it should be', async () => {
    await write({ ...model, publishedAt: ago(-3600) })
    await runCron(stack)
    expect(await status()).toBe('scheduled')
    await write({ ...model, category: 'gossip' })
    await runCron(stack)
    expect(await status()).toBe('scheduled')
    expect(await revisions()).toEqual([])
  })
})

describe('while Firestore is away', () => {
  let edge: FaultyEdge
  afterEach(() => edge.stop())

  it('nothing is lost: the next minute publishes it', async () => {
    edge = await startFaultyEdge()
    await write(model)
    for (const ailment of ['stopped', 'failing', 'wrongShape'] as const) {
      await edge.firestore.become(ailment)
      await edge.runScheduled()
      expect([ailment, await status()]).toEqual([ailment, 'scheduled'])
    }
    await edge.firestore.become('well')
    await edge.runScheduled()
    expect(await status()).toBe('published')
    expect(await revisions()).toHaveLength(1)
  })
})
