/** The lists of most-read stories: what the cron job stores, and what readers get. */
import { beforeEach, describe, expect, it } from 'vitest'
import { mostReadSchema } from '../../../src/contracts/endpoints/statistics-endpoints.ts'
import { getRedirectShardPath } from '../../../src/contracts/site-files/redirect-shards.ts'
import { minute } from '../../../src/domain/duration.ts'
import type { CalendarDay } from '../../../src/domain/time-zone.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { CollectorHarness } from '../testing/collector-harness.ts'
import { createStatisticRow, storeRow, storeStatisticRows } from '../testing/known-rows.ts'
import { listLatestHours, minProviderReads, readLists } from './most-read-job.ts'

let harness: CollectorHarness
beforeEach(() => {
  harness = new CollectorHarness()
  // In Colombo, the time is 09:30.
  harness.worker.now = new Date('2026-11-23T04:00:00Z')
})

const today = '2026-11-23'
const slugs = ['rain', 'tea', 'fog', 'salt', 'silk', 'dust']

describe('the cron job', () => {
  const runJob = async () => unwrap(await harness.run('mostRead'))

  const storeArticles = (statuses: Readonly<Record<string, string>> = {}) =>
    harness.worker.store(
      Object.fromEntries(
        slugs.map((slug) => [
          `articles/${slug}`,
          { title: slug.toUpperCase(), status: statuses[slug] ?? 'published' },
        ]),
      ),
    )

  /** Creates reads from the same number of networks and provider networks. */
  const createReads = (listedReads: number) => ({ listedReads, providerReads: listedReads })

  const storeRows = (...rows: readonly Parameters<typeof createStatisticRow>[0][]) =>
    storeStatisticRows(
      harness.statistics,
      rows.map((row) => createStatisticRow({ day: today, hour: 8, ...row })),
      new Set([today]),
    )

  /** Each story is read slightly less than the previous one. */
  const listReads = (hour: number) =>
    slugs.map((slug, index) => ({
      ...{ hour, slug, views: 90 },
      ...createReads(minProviderReads.month + 20 - index),
    }))

  const listStories = async (name: string) =>
    (await readLists(harness.statistics)).get(name)!.stories
  const listSlugs = async (name: string) => (await listStories(name)).map(({ slug }) => slug)

  it('lists stories by reads, without withdrawn and hidden stories', async () => {
    await storeArticles({ tea: 'withdrawn' })
    await harness.worker.store({ 'front/home': { hiddenFromMostRead: ['salt'] } })
    await storeRows(...listReads(8))
    expect(await runJob()).toMatchObject({ done: 3, failed: 0 })
    for (const name of ['now', 'week', 'month'])
      expect(await listSlugs(name)).toEqual(['rain', 'fog', 'silk', 'dust'])
    expect((await listStories('now'))[0]).toEqual({ slug: 'rain', title: 'RAIN' })
  })

  it('counts the reads of a renamed story at all its addresses', async () => {
    await storeArticles()
    const redirects = { '/former': '/dust', '/older': '/dust' }
    const shard = JSON.stringify({ shardCount: 1, redirects })
    harness.worker.assets.set(getRedirectShardPath(0), shard)
    const former = ['former', 'older'].map((slug) => ({
      slug,
      ...createReads(minProviderReads.month),
    }))
    await storeRows(...listReads(8), ...former)
    await runJob()
    for (const name of ['now', 'week', 'month'])
      expect(await listSlugs(name)).toEqual(['dust', ...slugs.slice(0, -1)])
  })

  it('leaves out missing stories, and stories with few reads or few provider networks', async () => {
    await storeArticles()
    const few = minProviderReads.now - 1
    await storeRows(
      { slug: 'rain', ...createReads(few + 1) },
      { slug: 'tea', reads: 500, listedReads: 500, providerReads: few },
      { slug: 'nothing', ...createReads(999) },
    )
    await runJob()
    expect(await listSlugs('now')).toEqual(['rain'])
  })

  it('lists the same stories in the same order, however often a few provider networks read other stories', async () => {
    await storeArticles()
    const pushed = Array.from({ length: 50 }, (_, index) => `pushed-${index}`)
    await storeRows(...listReads(8), ...pushed.map((slug) => ({ slug, listedReads: 9999 })), {
      hour: 7,
      slug: 'dust',
      views: 900,
      reads: 900,
      listedReads: 900,
    })
    await runJob()
    for (const name of ['now', 'week', 'month']) expect(await listSlugs(name)).toEqual(slugs)
  })

  it('lists the last hours, days and months separately', async () => {
    await storeArticles()
    await storeRows(...listReads(5))
    await runJob()
    expect(await listSlugs('now')).toEqual([])
    expect(await listSlugs('week')).toEqual(slugs)
    harness.worker.now = new Date('2026-12-10T04:00:00Z')
    await runJob()
    expect(await listSlugs('week')).toEqual([])
    expect(await listSlugs('month')).toEqual(slugs)
    expect(listLatestHours({ today: today as CalendarDay, hour: 1 }, 3)).toEqual([
      { day: today, hour: 1 },
      { day: today, hour: 0 },
      { day: '2026-11-22', hour: 23 },
    ])
  })

  it('renews the daily lists only when they are old or too short', async () => {
    await storeArticles()
    expect(await runJob()).toMatchObject({ done: 3 })
    await storeRows(...listReads(8))
    expect(await runJob()).toMatchObject({ done: 3 })
    harness.advance(5 * minute)
    expect(await runJob()).toMatchObject({ done: 1 })
    harness.advance(30 * minute)
    expect(await runJob()).toMatchObject({ done: 2 })
  })
})

describe('GET /api/most-read', () => {
  const five = slugs.slice(0, 5)

  const storeList = (name: string, listed: readonly string[], age = 0) =>
    storeRow(harness.statistics, 'mostRead', {
      name,
      at: new Date(harness.now.getTime() - age).toISOString(),
      stories: JSON.stringify(listed.map((slug) => ({ slug, title: slug }))),
    })

  const request = () => harness.worker.request('/api/most-read', {})

  async function readShown() {
    const response = await request()
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=300')
    const lists = mostReadSchema.parse(await response.json())
    return Object.values(lists).map((list) => list?.map(({ slug }) => slug) ?? null)
  }

  it('returns five stories of each list, without withdrawn stories', async () => {
    await storeList('now', slugs)
    await storeList('week', five)
    await storeList('month', five)
    await harness.worker.store({
      'articles/tea': { status: 'withdrawn', updatedAt: new Date() },
      'articles/fog': { status: 'published', updatedAt: new Date() },
    })
    expect(await readShown()).toEqual([slugs.filter((slug) => slug !== 'tea'), null, null])
  })

  it('omits lists with fewer than five stories, and lists that the cron job hasn’t renewed', async () => {
    await storeList('now', slugs, 31 * minute)
    await storeList('week', slugs, 31 * minute)
    await storeList('month', slugs.slice(0, 4))
    expect(await readShown()).toEqual([null, five, null])
  })

  it('is unavailable without the database', async () => {
    harness.statistics.onTransaction = () => {
      throw new Error('down')
    }
    expect((await request()).status).toBe(503)
  })
})

it('each read of a restored day is counted for the lists, because a backup doesn’t contain networks', async () => {
  const { statistics, worker } = harness
  // A row from a backup made before the other columns were added.
  const row = [today, 'rain', 'article', 'direct', 'guest', 'LK', 9, 7]
  const restored = await worker.callDesk('PUT', '/api/figures/daily', { rows: [row], removed: [] })
  expect(restored.status).toBe(204)
  expect(
    statistics.read('SELECT views, reads, depth100, listedReads, providerReads FROM daily'),
  ).toEqual([{ views: 9, reads: 7, depth100: 0, listedReads: 7, providerReads: 7 }])
})
