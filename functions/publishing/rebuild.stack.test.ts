/** From something published to a site that holds it, and what becomes of builds that fail. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/local/faulty-edge.ts'
import { rebuild, rebuildCounts, runCron } from '../../scripts/local/running-stack.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { healthResponseSchema } from '../../src/contracts/health.ts'
import { webhooks } from '../../src/contracts/publishing.ts'
import { type Rebuild, rebuildSchema } from '../../src/domain/rebuild.ts'
import type { Fields } from '../adapters/firestore-values.ts'
import { ago, askAsDesk, edgeClient, liveUpTo, publishedArticles, stack } from '../edge-client.ts'
import { rebuildPath } from './rebuild-record.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const patience = { timeout: 50_000, interval: 100 }

async function stored(path: string): Promise<Fields> {
  const document = await firestore.get(path)
  if (!document.ok || !document.value) throw new Error(`${path} is not there`)
  return document.value.fields
}

async function commit(path: string, fields: Fields): Promise<string> {
  const written = await firestore.commit([{ set: path, fields, serverTimes: ['updatedAt'] }])
  if (!written.ok) throw new Error(JSON.stringify(written.failure))
  return written.value.at
}

const record = async () => rebuildSchema.parse(await stored(rebuildPath))

/** As somebody would who has to wait for it no longer. */
async function changeRecord(change: Partial<Rebuild>) {
  const fields = { ...(await record()), ...change }
  const written = await firestore.commit([{ set: rebuildPath, fields }])
  if (!written.ok) throw new Error(JSON.stringify(written.failure))
}

async function publish(changedAt: string) {
  const body = JSON.stringify({ changedAt })
  expect((await askAsDesk({ path: webhooks.publish, body })).status).toBe(202)
}

/** Waits until the live site holds what was committed then, and nothing is being built any more. */
async function arrived(at: string) {
  await vi.waitFor(async () => {
    expect((await liveUpTo()).getTime()).toBeGreaterThan(Date.parse(at))
    expect((await rebuildCounts(stack)).isRunning).toBe(false)
  }, patience)
}

const health = async (siteUrl?: string) => {
  const response = await edgeClient(siteUrl).request(endpoints.health)
  return { httpStatus: response.status, ...healthResponseSchema.parse(await response.json()) }
}

const slugs = publishedArticles.slice(0, 10).map(({ slug }) => slug)
const originals = new Map<string, Fields>()
const deks = async () =>
  Promise.all(
    slugs.map(async (slug) => {
      const html = await (await fetch(`${stack.siteUrl}/${slug}`)).text()
      return /A dek of ten, number \d+/.exec(html)?.[0] ?? null
    }),
  )

beforeAll(async () => {
  for (const slug of slugs) originals.set(slug, await stored(`articles/${slug}`))
})

describe('ten publishes at once', () => {
  afterAll(async () => {
    let last = ''
    for (const [slug, fields] of originals) last = await commit(`articles/${slug}`, fields)
    await publish(last)
    await arrived(last)
  })

  it('become one rebuild, which holds all of them', async () => {
    const before = await rebuildCounts(stack)
    const times = await Promise.all(
      slugs.map((slug, index) =>
        commit(`articles/${slug}`, {
          ...originals.get(slug),
          dek: `A dek of ten, number ${index}`,
        }),
      ),
    )
    await Promise.all(times.map(publish))
    const last = times.toSorted().at(-1)!
    await arrived(last)
    expect(await deks()).toEqual(slugs.map((_, index) => `A dek of ten, number ${index}`))
    // Nothing is left to do, whoever looks.
    await Promise.all([runCron(stack), runCron(stack)])
    expect(await rebuildCounts(stack)).toEqual({
      ...before,
      begun: before.begun + 1,
      isRunning: false,
    })
    // One that comes late is built already.
    await publish(last)
    await runCron(stack)
    expect((await rebuildCounts(stack)).begun).toBe(before.begun + 1)
    expect(await record()).toMatchObject({ startedAt: null, attempts: 0, failure: null })
  })
})

describe('a wish that the queue has lost', () => {
  it('is found by the clock', async () => {
    const wanted = new Date()
    await changeRecord({ wanted, attempts: 0 })
    const { begun } = await rebuildCounts(stack)
    // Two clocks at once begin one build.
    await Promise.all([runCron(stack), runCron(stack)])
    await arrived(wanted.toISOString())
    expect((await rebuildCounts(stack)).begun).toBe(begun + 1)
  })
})

describe('publishes while another build is made and taken into service', () => {
  it('arrive one and all, whatever becomes of the messages in the queue', async () => {
    const [slug] = slugs
    let last = ''
    let isOver = false
    const first = rebuild(stack).finally(() => {
      isOver = true
    })
    while (!isOver) {
      last = await commit(`articles/${slug}`, originals.get(slug!)!)
      await publish(last)
    }
    await first
    await arrived(last)
    await runCron(stack)
    expect(await record()).toMatchObject({ startedAt: null, attempts: 0, failure: null })
  })
})

describe('a build that fails', () => {
  const path = 'articles/of-no-category'
  afterEach(async () => {
    await firestore.commit([{ remove: path }])
  })

  it('is tried again, shows in health when nothing helps, and is forgotten when one arrives', async () => {
    const before = await rebuildCounts(stack)
    const [article] = originals.values()
    const at = await commit(path, { ...article, category: 'gossip' })
    await publish(at)
    const failures = (count: number) =>
      vi.waitFor(async () => {
        expect(await record()).toMatchObject({ attempts: count, startedAt: null })
        expect((await record()).failure?.kind).toBe('build')
      }, patience)
    await failures(1)
    expect((await record()).failure?.reason).toContain('articles/of-no-category: category:')
    // Its pause is not over.
    await runCron(stack)
    expect((await rebuildCounts(stack)).begun).toBe(before.begun + 1)
    await vi.waitFor(async () => {
      expect(await health()).toMatchObject({ status: 'ok', rebuild: { state: 'pending' } })
    }, patience)

    // Two more have failed, and an hour has passed.
    const failure = { ...(await record()).failure!, at: ago(3600) }
    await changeRecord({ attempts: 3, failure })
    await runCron(stack)
    await failures(4)
    expect((await record()).gaveUpAt).not.toBeNull()
    const degraded = {
      httpStatus: 200,
      status: 'degraded',
      firestore: 'ok',
      rebuild: { state: 'failed', reason: 'build' },
    }
    await vi.waitFor(async () => expect(await health()).toMatchObject(degraded), patience)
    // What failed is nobody's business but the operator's.
    expect(JSON.stringify(await health())).not.toContain('of-no-category')
    // However long one waits, that is all.
    await changeRecord({ failure })
    await runCron(stack)
    expect(await rebuildCounts(stack)).toMatchObject({
      begun: before.begun + 2,
      failed: before.failed + 2,
    })
    expect((await edgeClient().request('/')).status).toBe(200)

    // An editor repairs it.
    await firestore.commit([{ remove: path }])
    const repaired = await commit(`articles/${slugs[0]}`, originals.get(slugs[0]!)!)
    await publish(repaired)
    await arrived(repaired)
    await vi.waitFor(async () => {
      expect(await health()).toMatchObject({ status: 'ok', rebuild: { state: 'ok' } })
    }, patience)
    await runCron(stack)
    expect(await record()).toMatchObject({ failure: null, gaveUpAt: null, attempts: 0 })
  })

  it('without anybody waiting for it is nothing to note', async () => {
    const before = await record()
    const body = JSON.stringify({ reason: 'The nightly build failed.' })
    const call = { path: webhooks.rebuildFailed, body }
    expect((await askAsDesk(call)).status).toBe(202)
    expect(await record()).toEqual(before)
  })
})

describe('an edge of its own', () => {
  let edge: FaultyEdge
  afterEach(() => edge.stop())

  it('says that nobody builds where no hook is named', async () => {
    edge = await startFaultyEdge(() => {}, ['REBUILD_HOOK_URL'])
    const before = await record()
    await edge.runScheduled()
    expect(await health(edge.url)).toMatchObject({ status: 'ok', rebuild: { state: 'unset' } })
    expect(await record()).toEqual(before)
  })

  it('notes a hook that refuses, and leaves the wish to be tried again', async () => {
    edge = await startFaultyEdge(() => {}, ['REBUILD_HOOK_TOKEN'])
    const wanted = new Date()
    await changeRecord({ wanted, attempts: 0 })
    await edge.runScheduled()
    expect(await record()).toMatchObject({
      wanted,
      startedAt: null,
      attempts: 1,
      failure: { kind: 'start', reason: 'status 400' },
    })
    // Whoever asks rightly, after a while, is heard.
    await changeRecord({ failure: { at: ago(3600), kind: 'start', reason: 'status 400' } })
    await runCron(stack)
    await arrived(wanted.toISOString())
    await runCron(stack)
    expect(await record()).toMatchObject({ failure: null, attempts: 0 })
  })
})
