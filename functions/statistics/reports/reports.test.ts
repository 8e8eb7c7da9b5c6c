/** The reports about stories and their readers, computed from known rows. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useMemoryFirestore } from '../../testing/memory-firestore.ts'
import { unwrap } from '../../testing/unwrap.ts'
import {
  createKnownContext,
  createStatisticRow,
  daysAgo,
  listRows,
  now,
  storePayments,
  storeRow,
  storeStatisticRows,
  storeTraffic,
} from '../testing/known-rows.ts'
import { createMemoryDatabase, type MemoryDatabase } from '../testing/memory-database.ts'
import { createFunnelReport } from './funnel-report.ts'
import { createNow } from './now.ts'
import { createOverviewReport } from './overview-report.ts'
import { createStoryReport } from './story-report.ts'

/** Days are in the publication's time zone, wherever the Worker runs. */
vi.hoisted(() => vi.stubEnv('TZ', 'Pacific/Kiritimati'))

const memory = useMemoryFirestore()
let database: MemoryDatabase
beforeEach(async () => {
  database = createMemoryDatabase()
  await memory.store({
    'articles/rain': { title: 'After the rain', publishedAt: new Date('2026-10-01T00:00:00Z') },
  })
})

const createContext = (redirects = {}) => createKnownContext(database, memory.firestore, redirects)

const home = { slug: '', page: 'homepage', source: 'own' }

/** Counts for today, the last 7 days and the last 28 days, each with those of the period before. */
const times = (factor: number) => [
  [3 * factor, 8 * factor],
  [60 * factor, 192 * factor],
  [1020 * factor, 3072 * factor],
]
const rates = (rate: number) => [
  [rate, rate],
  [rate, rate],
  [rate, rate],
]

describe('the overview', () => {
  beforeEach(async () => {
    await storeTraffic(database)
    await storePayments(database)
  })

  it('compares the publication’s numbers with earlier periods', async () => {
    const rows = [createStatisticRow({ ...home, day: daysAgo(7), hour: 3, views: 10_000 })]
    await storeStatisticRows(database, rows, new Set())
    const none = [
      [0, 0],
      [0, 0],
      [0, 0],
    ]
    expect(listRows(await createOverviewReport(createContext()), 'figures')).toEqual([
      ['Views', ...times(1)],
      ['All views', [3, 8], [10_060, 192], [11_020, 3072]],
      ['Reads', ...times(3)],
      ['Read rate', ...rates(3)],
      ['Paywalls', ...times(5)],
      ['Unlocks', ...times(7)],
      ['Checkouts', ...times(11)],
      ['Subscriptions started', [1, 1], [3, 1], [4, 1]],
      ['Renewals', [0, 0], [0, 1], [1, 0]],
      ['Cancellations', ...none],
      ['Accounts', [0, 0], [0, 0], [1, 0]],
      ['Weekly sign-ups', [0, 0], [0, 0], [1, 0]],
      ['Revenue', [1, 2], [14, 48], [-2, 768]],
    ])
  })

  it('shows days, stories, sources, readers, countries and rejections, and says what changed', async () => {
    await storeStatisticRows(
      database,
      [
        createStatisticRow({ day: daysAgo(2), slug: 'tea', readerKind: 'subscriber', views: 10 }),
        createStatisticRow({ ...home, day: daysAgo(2), views: 10_000 }),
      ],
      new Set(),
    )
    await storeRow(database, 'rejections', { day: daysAgo(7), reason: 'robot', events: 7 })
    await storeRow(database, 'rejections', { day: daysAgo(8), reason: 'robot', events: 5 })
    const report = await createOverviewReport(createContext())
    const days = listRows(report, 'days')
    expect([days.length, days[0], days[27]]).toEqual([
      28,
      [daysAgo(28), 512, 3 * 512, 0],
      [daysAgo(1), 28, 3 * 28, 2],
    ])
    expect(listRows(report, 'stories')).toEqual([
      ['After the rain', 60, 180, 3, 300],
      ['tea', 10, 0, 0, 0],
    ])
    expect(report.tables[2]!.rows[1]!.path).toBe('/desk/statistics/stories/tea')
    expect(listRows(report, 'sources')).toEqual([
      ['Direct', 38, 84, 140, 1],
      ['Search engines', 32, 96, 160, 0],
      ['Our own pages', 0, 0, 0, 0],
      ['Unknown', 0, 0, 0, 1],
      ['Shared links', 0, 0, 0, 1],
    ])
    expect(listRows(report, 'readers')).toEqual([
      ['Guests', 60, 180, 3],
      ['Subscribers', 10, 0, 0],
    ])
    expect(listRows(report, 'countries')).toEqual([
      ['Sri Lanka', 38, 84, 84 / 38],
      ['India', 32, 96, 3],
    ])
    expect(listRows(report, 'rejected')).toEqual([['From robots', [7, 5]]])
    expect(report.summary).toEqual([
      'In the last seven days, stories had 70 views, 64% fewer than the week before, and 180 reads, 69% fewer than the week before.',
      '3 subscriptions started, about as many as the week before, and none were cancelled, as in the week before.',
      'The most viewed story was “After the rain”, with 85.7% of all views.',
      '“tea” gained the most: 10 views, after 0 the week before.',
    ])
  })
})

describe('a story’s report', () => {
  it('counts only that story, and compares only days after its publication', async () => {
    await storeTraffic(database)
    const other = createStatisticRow({ day: daysAgo(2), slug: 'tea', views: 1_000_000 })
    await storeStatisticRows(database, [other], new Set())
    await storePayments(database)
    const report = unwrap(await createStoryReport(createContext(), 'rain'))!
    expect(report.title).toBe('After the rain')
    // The story was published in the period before the last 28 days.
    const story = (factor: number) => [...times(factor).slice(0, 2), 1020 * factor, 2047 * factor]
    const share = (rate: number) => [...rates(rate).slice(0, 2), rate, rate]
    expect(listRows(report, 'figures')).toEqual([
      ['Views', ...story(1)],
      ['Reads', ...story(3)],
      ['Read rate', ...share(3)],
      ['Quarter', ...share(13)],
      ['Half', ...share(17)],
      ['Three quarters', ...share(19)],
      ['End', ...share(23)],
      ['Paywalls', ...story(5)],
      ['Paywall rate', ...share(5)],
      ['Unlocks', ...story(7)],
      ['Checkouts', ...story(11)],
      ['Subscriptions started', [1, 1], [1, 0], 1, 2],
    ])
    expect(listRows(report, 'days').at(-1)).toEqual([daysAgo(1), 28, 84, 1])
    expect(listRows(report, 'sources')).toEqual([
      ['Direct', 2015, 3 * 2015, 5 * 2015, 0],
      ['Search engines', 32, 96, 160, 0],
      ['Unknown', 0, 0, 0, 2],
    ])
  })

  it('includes the counts of the story’s former addresses, like the lists', async () => {
    await storeTraffic(database)
    await storePayments(database)
    await memory.store({
      'articles/after-the-rain': (await memory.read('articles/rain'))!,
      'redirects/a': { from: '/rain', to: '/after-the-rain' },
    })
    const views = { day: daysAgo(1), slug: 'after-the-rain', views: 100 }
    await storeStatisticRows(database, [createStatisticRow(views)], new Set())
    const context = createContext({ '/rain': '/after-the-rain' })
    const report = unwrap(await createStoryReport(context, 'after-the-rain'))!
    expect(listRows(report, 'days').at(-1)).toEqual([daysAgo(1), 128, 84, 1])
    const overview = await createOverviewReport(context)
    expect(listRows(overview, 'stories')).toEqual([['After the rain', 160, 180, 180 / 160, 300]])
    const { table } = await createNow(context)
    expect(table.rows.map(({ label }) => label)).toEqual(['All stories', 'After the rain'])
  })

  it('isn’t available for an unknown story, and is empty without views', async () => {
    expect(await createStoryReport(createContext(), 'fog')).toEqual({ ok: true, value: null })
    const report = unwrap(await createStoryReport(createContext(), 'rain'))!
    expect(report.tables[0]!.note).toContain('Nothing has been counted')
  })
})

it('the funnel shows each step with its rate, and the sources', async () => {
  await storeTraffic(database)
  await storePayments(database)
  const report = await createFunnelReport(createContext())
  expect(listRows(report, 'funnel')).toEqual([
    ['Views', [1020, 3072]],
    ['Paywalls', [5 * 1020, 5 * 3072]],
    ['Checkouts', [11 * 1020, 11 * 3072]],
    ['Subscriptions started', [4, 1]],
  ])
  expect(listRows(report, 'rates')).toEqual([
    ['Paywall rate', [5, 5]],
    ['Checkouts per paywall', [11 / 5, 11 / 5]],
    ['Starts per checkout', [4 / 11_220, 1 / 33_792]],
    ['Starts per 1,000 views', [4000 / 1020, 1000 / 3072]],
  ])
  expect(listRows(report, 'sources')).toEqual([
    ['Direct', 988, 5 * 988, 5, 1],
    ['Search engines', 32, 160, 5, 0],
    ['Unknown', 0, 0, null, 2],
    ['Shared links', 0, 0, null, 1],
  ])
})

it('the current hour is shown beside the previous hour', async () => {
  await storeTraffic(database)
  const { at, table } = await createNow(createContext())
  expect(at).toEqual(now)
  expect(table.columns.map(({ label }) => label)).toEqual(['Since 09:00', 'Since 08:00'])
  expect(table.rows.map(({ label, cells }) => [label, ...cells.map(({ value }) => value)])).toEqual(
    [
      ['All stories', 2, 3],
      ['After the rain', 2, 3],
    ],
  )
})
