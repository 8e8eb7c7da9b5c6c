import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CalendarDay } from '../../../src/domain/time-zone.ts'
import { useMemoryFirestore } from '../../testing/memory-firestore.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { createMemoryDatabase, type MemoryDatabase } from '../testing/memory-database.ts'
import { createStatisticRow, storeStatisticRows } from '../testing/statistic-rows.ts'
import { createMostReadJob, listLatestHours, minProviderReads, readLists } from './most-read-job.ts'

const memory = useMemoryFirestore()
let database: MemoryDatabase
let now: Date
beforeEach(() => {
  database = createMemoryDatabase()
  // 09:30 in Colombo.
  now = new Date('2026-11-23T04:00:00Z')
})
afterEach(() => database.close())

const today = '2026-11-23'
const stories = ['rain', 'tea', 'fog', 'salt', 'silk', 'dust']

const runJob = async () =>
  unwrap(
    await createMostReadJob({
      statistics: database,
      firestore: memory.firestore,
      now: () => now,
    }).run({ startedAt: now, hasTime: () => true }),
  )

async function listSlugs(name: string): Promise<string[]> {
  const list = (await readLists(database)).get(name)!
  return (JSON.parse(list.stories) as { slug: string }[]).map(({ slug }) => slug)
}

const storeArticles = (changes: Readonly<Record<string, string>> = {}) =>
  memory.store(
    Object.fromEntries(
      stories.map((slug) => [
        `articles/${slug}`,
        { title: slug.toUpperCase(), status: changes[slug] ?? 'published' },
      ]),
    ),
  )

/** From as many provider networks as networks. */
const createReads = (listedReads: number) => ({ listedReads, providerReads: listedReads })

/** Each story is read a little less than the one before. */
const storeReads = (day: string, hour: number) =>
  storeStatisticRows(
    database,
    stories.map((slug, index) =>
      createStatisticRow({
        day,
        hour,
        slug,
        views: 90,
        ...createReads(minProviderReads.month + 20 - index),
      }),
    ),
    new Set([day]),
  )

it('lists stories by reads, without withdrawn and hidden ones', async () => {
  await storeArticles({ tea: 'withdrawn' })
  await memory.store({ 'front/home': { hiddenFromMostRead: ['salt'] } })
  await storeReads(today, 8)
  expect(await runJob()).toMatchObject({ done: 3, failed: 0 })
  for (const name of ['now', 'week', 'month'])
    expect(await listSlugs(name)).toEqual(['rain', 'fog', 'silk', 'dust'])
  expect(JSON.parse((await readLists(database)).get('now')!.stories)[0]).toEqual({
    slug: 'rain',
    title: 'RAIN',
  })
})

it('leaves out stories with few reads, and missing ones', async () => {
  await storeArticles()
  await storeStatisticRows(
    database,
    [
      createStatisticRow({
        day: today,
        hour: 9,
        slug: 'rain',
        ...createReads(minProviderReads.now),
      }),
      // Many reads, but of few provider networks.
      createStatisticRow({
        day: today,
        hour: 9,
        slug: 'tea',
        reads: 500,
        listedReads: 500,
        providerReads: minProviderReads.now - 1,
      }),
      createStatisticRow({ day: today, hour: 9, slug: 'nothing', ...createReads(999) }),
    ],
    new Set([today]),
  )
  await runJob()
  expect(await listSlugs('now')).toEqual(['rain'])
})

it('lists a story that is read from many provider networks, whatever else is read from few', async () => {
  await storeArticles()
  await storeReads(today, 8)
  await storeStatisticRows(
    database,
    Array.from({ length: 50 }, (_, index) =>
      createStatisticRow({ day: today, hour: 8, slug: `pushed-${index}`, listedReads: 9999 }),
    ),
    new Set(),
  )
  await runJob()
  for (const name of ['now', 'week', 'month']) expect(await listSlugs(name)).toEqual(stories)
})

it('lists stories in the same order, however often a phone that reads one gets another network', async () => {
  await storeArticles()
  await storeReads(today, 8)
  const again = { day: today, hour: 7, slug: 'dust', views: 900, reads: 900, listedReads: 900 }
  await storeStatisticRows(database, [createStatisticRow(again)], new Set())
  await runJob()
  for (const name of ['now', 'week', 'month']) expect(await listSlugs(name)).toEqual(stories)
})

it('keeps the hours and the days apart', async () => {
  await storeArticles()
  await storeReads(today, 5)
  await runJob()
  expect(await listSlugs('now')).toEqual([])
  expect(await listSlugs('week')).toEqual(stories)
  now = new Date('2026-12-10T04:00:00Z')
  await runJob()
  expect(await listSlugs('week')).toEqual([])
  expect(await listSlugs('month')).toEqual(stories)
})

it('makes the lists of days again only when they are old', async () => {
  await storeArticles()
  await storeReads(today, 8)
  expect(await runJob()).toMatchObject({ done: 3 })
  now = new Date(now.getTime() + 5 * 60_000)
  expect(await runJob()).toMatchObject({ done: 1 })
  now = new Date(now.getTime() + 30 * 60_000)
  expect(await runJob()).toMatchObject({ done: 2 })
})

it('makes a list that is too short again at each run', async () => {
  await storeArticles()
  expect(await runJob()).toMatchObject({ done: 3 })
  now = new Date(now.getTime() + 5 * 60_000)
  expect(await runJob()).toMatchObject({ done: 3 })
})

it('counts hours back over midnight', () => {
  expect(listLatestHours({ today: today as CalendarDay, hour: 1 }, 3)).toEqual([
    { day: today, hour: 1 },
    { day: today, hour: 0 },
    { day: '2026-11-22', hour: 23 },
  ])
})
