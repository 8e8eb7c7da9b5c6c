import { mkdirSync, rmSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  readRebuildCounts,
  runScheduled,
  triggerCron,
} from '../../scripts/dev/stack/stack-client.ts'
import { contentCopyPaths } from '../../src/content/content-copy.ts'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import { healthResponseSchema } from '../../src/contracts/endpoints/health-endpoints.ts'
import { type Rebuild, rebuildSchema } from '../../src/domain/rebuild.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import {
  createEdgeClient,
  publishedArticles,
  readLiveTime,
  readStatus,
  sendAsDesk,
  stack,
} from '../testing/edge-client.ts'
import { commitWrites, readFields } from '../testing/test-readers.ts'
import { rebuildPath } from './rebuild-record.ts'

const waitOptions = { timeout: 50_000, interval: 100 }

async function commit(path: string, fields: Fields): Promise<string> {
  return (await commitWrites([{ set: path, fields, serverTimes: ['updatedAt'] }])).at
}

const record = async () => rebuildSchema.parse(await readFields(rebuildPath))

const changeRecord = async (change: Partial<Rebuild>) =>
  commitWrites([{ set: rebuildPath, fields: { ...(await record()), ...change } }])

async function publish(changedAt: string) {
  const body = JSON.stringify({ changedAt })
  const call = { path: getEndpointPath('POST /api/webhooks/publish'), body }
  expect((await sendAsDesk(call)).status).toBe(202)
}

async function waitForBuild(at: string) {
  await vi.waitFor(async () => {
    expect((await readLiveTime()).getTime()).toBeGreaterThan(Date.parse(at))
    expect((await readRebuildCounts(stack)).isRunning).toBe(false)
  }, waitOptions)
}

const health = async () => {
  const response = await createEdgeClient().send('GET /api/health')
  const body = healthResponseSchema.parse(await response.json())
  const { checks } = await readStatus()
  const rebuild = checks.find(({ name }) => name === 'rebuild')
  return { ...body, rebuild }
}

const slugs = publishedArticles.slice(0, 10).map(({ slug }) => slug)
const originals = new Map<string, Fields>()
const readDeks = async () =>
  Promise.all(
    slugs.map(async (slug) => {
      const html = await (await fetch(`${stack.siteUrl}/${slug}`)).text()
      return /A dek of ten, number \d+/.exec(html)?.[0] ?? null
    }),
  )

beforeAll(async () => {
  for (const slug of slugs) originals.set(slug, (await readFields(`articles/${slug}`))!)
})

describe('ten publishes together', () => {
  it('cause one rebuild with all their changes', async () => {
    const before = await readRebuildCounts(stack)
    const buildTimes = await Promise.all(
      slugs.map((slug, index) =>
        commit(`articles/${slug}`, {
          ...originals.get(slug),
          dek: `A dek of ten, number ${index}`,
        }),
      ),
    )
    await Promise.all(buildTimes.map(publish))
    const last = buildTimes.toSorted().at(-1)!
    await waitForBuild(last)
    expect(await readDeks()).toEqual(slugs.map((_, index) => `A dek of ten, number ${index}`))
    await Promise.all([1, 2].map(() => runScheduled(stack.siteUrl)))
    expect(await readRebuildCounts(stack)).toEqual({
      ...before,
      started: before.started + 1,
      isRunning: false,
    })
    await publish(last)
    await triggerCron(stack)
    expect((await readRebuildCounts(stack)).started).toBe(before.started + 1)
    expect(await record()).toMatchObject({ startedAt: null, attempts: 0, failure: null })
  })
})

describe('a rebuild request that the queue lost', () => {
  it('is found by the cron job', async () => {
    let last = ''
    for (const [slug, fields] of originals) last = await commit(`articles/${slug}`, fields)
    // The build must be later than the change, whose time has more digits than the record's.
    const requestedUpTo = new Date(Date.parse(last) + 1)
    await changeRecord({ requestedUpTo, attempts: 0 })
    const { started } = await readRebuildCounts(stack)
    // Two simultaneous cron runs start only one build.
    await Promise.all([1, 2].map(() => runScheduled(stack.siteUrl)))
    await waitForBuild(requestedUpTo.toISOString())
    expect((await readRebuildCounts(stack)).started).toBe(started + 1)
    expect(await readDeks()).toEqual(slugs.map(() => null))
  })
})

describe('a build that fails', () => {
  // No content can stop a build, but a folder in place of the file of recent changes does.
  const path = contentCopyPaths.recentChanges(stack.buildEnvironment.BUILD_STATE)
  const mend = () => rmSync(path, { recursive: true, force: true })
  afterEach(mend)

  /** src/domain/rebuild.test.ts tests when the build is tried again, and when an alarm reports it. */
  it('is recorded until a build succeeds', async () => {
    const before = await readRebuildCounts(stack)
    mend()
    mkdirSync(path)
    await publish(await commit(`articles/${slugs[0]}`, originals.get(slugs[0]!)!))
    const reason = expect.stringContaining('content-copy.recent')
    await vi.waitFor(async () => {
      const failure = { kind: 'build', reason }
      expect(await record()).toMatchObject({ attempts: 1, startedAt: null, failure })
    }, waitOptions)
    await triggerCron(stack)
    expect((await readRebuildCounts(stack)).started).toBe(before.started + 1)
    await vi.waitFor(async () => {
      expect(await health()).toMatchObject({
        status: 'ok',
        rebuild: { figures: { state: 'pending' } },
      })
    }, waitOptions)
    expect(JSON.stringify(await health())).not.toContain('content-copy')

    mend()
    const repaired = await commit(`articles/${slugs[0]}`, originals.get(slugs[0]!)!)
    await publish(repaired)
    await waitForBuild(repaired)
    await vi.waitFor(async () => {
      expect(await health()).toMatchObject({ status: 'ok', rebuild: { state: 'ok' } })
    }, waitOptions)
    await triggerCron(stack)
    expect(await record()).toMatchObject({ failure: null, gaveUpAt: null, attempts: 0 })
  })

  it('is ignored if no change is waiting for a build', async () => {
    const before = await record()
    const body = JSON.stringify({ reason: 'The nightly build failed.' })
    const call = { path: getEndpointPath('POST /api/webhooks/rebuild-failed'), body }
    expect((await sendAsDesk(call)).status).toBe(202)
    expect(await record()).toEqual(before)
  })
})
