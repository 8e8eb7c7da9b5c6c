import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Report } from '../../../src/domain/statistics/report.ts'
import { reportSchema } from '../../../src/domain/statistics/report.ts'
import { addDays, type CalendarDay } from '../../../src/domain/time-zone.ts'
import { useMemoryFirestore } from '../../testing/memory-firestore.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { createMemoryDatabase, type MemoryDatabase } from '../testing/memory-database.ts'
import {
  createStatisticRow,
  type StatisticRow,
  storeRow,
  storeStatisticRows,
  storeTransitions,
} from '../testing/statistic-rows.ts'
import { createFunnelReport } from './funnel-report.ts'
import { createGiftsReport } from './gifts-report.ts'
import { createMeterReport } from './meter-report.ts'
import { createNow } from './now.ts'
import { createOverviewReport } from './overview-report.ts'
import { createPlansReport } from './plans-report.ts'
import { createReportContext } from './report-context.ts'
import { createStoryReport } from './story-report.ts'
import { createWeeklyReport } from './weekly-report.ts'

/** 09:30 in Colombo. */
const now = new Date('2026-11-23T04:00:00Z')
const today = '2026-11-23' as CalendarDay
const daysAgo = (days: number) => addDays(today, -days)

const memory = useMemoryFirestore()
let database: MemoryDatabase
beforeEach(() => {
  database = createMemoryDatabase()
})
afterEach(() => database.close())

const createContext = () =>
  createReportContext({ statistics: database, firestore: memory.firestore, now: () => now })

function findCell(report: Report, table: string, row: string, column = 0) {
  const found = report.tables.find(({ id }) => id === table)!
  return found.rows.find(({ label }) => label === row)?.cells[column]
}
const listRows = (report: Report, table: string) =>
  report.tables
    .find(({ id }) => id === table)!
    .rows.map(({ label, cells }) => [label, ...cells.map(({ value }) => value)])

const rowArbitrary = fc
  .record({
    daysAgo: fc.integer({ min: 0, max: 60 }),
    hour: fc.integer({ min: 0, max: 23 }),
    slug: fc.constantFrom('', 'rain', 'tea'),
    source: fc.constantFrom('direct', 'search', 'newsletter'),
    readerKind: fc.constantFrom('guest', 'subscriber'),
    country: fc.constantFrom('LK', 'IN', ''),
    views: fc.nat(400),
    reads: fc.nat(90),
    walls: fc.nat(50),
    checkouts: fc.nat(5),
  })
  .map(({ daysAgo: ago, ...row }) =>
    createStatisticRow({
      ...row,
      day: daysAgo(ago),
      page: row.slug === '' ? 'homepage' : 'article',
    }),
  )

describe('the overview', () => {
  it('adds up the same as the rows, whichever days are rolled up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rowArbitrary, { maxLength: 40 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }),
        async (rows, touchedDaysAgo) => {
          database = createMemoryDatabase()
          await storeStatisticRows(database, rows, new Set([today, ...touchedDaysAgo.map(daysAgo)]))
          const report = await createOverviewReport(createContext())
          reportSchema.parse(report)
          const sum = (
            field: keyof StatisticRow,
            from: number,
            until: number,
            isCounted = (row: StatisticRow) => row.slug !== '',
          ) =>
            rows
              .filter((row) => row.day >= daysAgo(from) && row.day < daysAgo(until))
              .filter(isCounted)
              .reduce((total, row) => total + Number(row[field]), 0)
          for (const [column, length] of [
            [1, 7],
            [2, 28],
          ] as const) {
            expect(findCell(report, 'figures', 'Views', column)).toMatchObject({
              value: sum('views', length, 0),
              before: sum('views', 2 * length, length),
            })
            expect(findCell(report, 'figures', 'All views', column)?.value).toBe(
              sum('views', length, 0, () => true),
            )
            expect(findCell(report, 'figures', 'Walls', column)?.value).toBe(
              sum('walls', length, 0, () => true),
            )
          }
          expect(findCell(report, 'figures', 'Views', 0)?.value).toBe(sum('views', 0, -1))
          const yesterdayByHour = (hour: (counted: number) => boolean) =>
            sum('views', 1, 0, (row) => row.slug !== '' && hour(row.hour))
          expect(findCell(report, 'figures', 'Views', 0)?.before).toBe(
            Math.round(
              yesterdayByHour((hour) => hour < 9) + yesterdayByHour((hour) => hour === 9) / 2,
            ),
          )
          for (const source of ['direct', 'search'] as const) {
            const label = source === 'direct' ? 'Direct' : 'Search engines'
            expect(findCell(report, 'sources', label)?.value ?? 0).toBe(
              sum('views', 7, 0, (row) => row.slug !== '' && row.source === source),
            )
          }
          database.close()
        },
      ),
      { numRuns: 40 },
    )
    database = createMemoryDatabase()
  })

  it('names stories, counts money from transitions, and says what changed', async () => {
    await memory.store({ 'articles/rain': { title: 'After the rain' } })
    await storeStatisticRows(
      database,
      [
        createStatisticRow({ day: daysAgo(2), views: 900, reads: 300 }),
        createStatisticRow({ day: daysAgo(9), views: 300, reads: 90 }),
        createStatisticRow({ day: daysAgo(2), slug: 'tea', views: 10 }),
      ],
      new Set(),
    )
    await storeTransitions(database, [
      { day: daysAgo(3), amount: 9900 },
      { day: daysAgo(3), kind: 'renewed', amount: 1399 },
      { day: daysAgo(3), kind: 'refunded', amount: 399 },
      { day: daysAgo(10), amount: 9900 },
      { day: daysAgo(1), kind: 'cancelled' },
    ])
    await storeRow(database, 'rejections', { day: daysAgo(1), reason: 'robot', events: 7 })
    const report = await createOverviewReport(createContext())
    expect(findCell(report, 'figures', 'Revenue', 1)).toEqual({
      value: 10_900,
      before: 9900,
      isSmall: true,
    })
    expect(listRows(report, 'stories')).toEqual([
      ['After the rain', 900, 300, 1 / 3, 0],
      ['tea', 10, 0, 0, 0],
    ])
    expect(listRows(report, 'rejected')).toEqual([['A robot', 7]])
    expect(report.summary).toEqual([
      'In the last seven days, stories had 910 views, 203% more than the week before, and 300 reads, 233% more than the week before.',
      '1 subscription started, as many as the week before, and 1 was cancelled, about as many as the week before.',
      'The most viewed story was “After the rain”, with 98.9% of all views.',
      '“tea” gained most: 10 views, after 0 the week before.',
    ])
  })
})

describe('the report of a story', () => {
  beforeEach(() =>
    memory.store({
      'articles/rain': { title: 'After the rain', publishedAt: new Date('2026-10-01T00:00:00Z') },
    }),
  )

  it('counts only that story, with its depth, sources and subscriptions', async () => {
    await storeStatisticRows(
      database,
      [
        createStatisticRow({ day: today, hour: 8, views: 4, reads: 1 }),
        createStatisticRow({ day: daysAgo(2), views: 200, reads: 50, walls: 20, depth50: 100 }),
        createStatisticRow({ day: daysAgo(40), views: 5, source: 'search' }),
        createStatisticRow({ day: daysAgo(2), slug: 'tea', views: 1000 }),
      ],
      new Set([today, daysAgo(2)]),
    )
    await storeTransitions(database, [
      { day: daysAgo(2), wallArticle: 'rain', lastArticle: 'tea', source: 'search' },
      { day: daysAgo(2), wallArticle: '', lastArticle: 'rain' },
      { day: daysAgo(2), wallArticle: 'tea', lastArticle: 'rain' },
      { day: daysAgo(2), kind: 'renewed', wallArticle: 'rain' },
    ])
    const report = unwrap(await createStoryReport(createContext(), 'rain'))!
    reportSchema.parse(report)
    expect(report.title).toBe('After the rain')
    const values = (row: string) =>
      [0, 1, 2, 3].map((n) => findCell(report, 'figures', row, n)?.value)
    expect(values('Views')).toEqual([4, 200, 200, 209])
    expect(values('Half')).toEqual([0, 0.5, 0.5, 100 / 209])
    expect(values('Subscriptions started')).toEqual([0, 2, 2, 2])
    expect(listRows(report, 'sources')).toEqual([
      ['Direct', 204, 51, 20, 0],
      ['Search engines', 5, 0, 0, 1],
      ['Unknown', 0, 0, 0, 1],
    ])
  })

  it('is missing without a story, and empty without views', async () => {
    expect(await createStoryReport(createContext(), 'fog')).toEqual({ ok: true, value: null })
    const report = unwrap(await createStoryReport(createContext(), 'rain'))!
    expect(report.tables[0]!.note).toContain('Nothing has been counted')
  })
})

describe('the other reports', () => {
  it('show the funnel with rates and their warnings', async () => {
    await storeStatisticRows(
      database,
      [
        createStatisticRow({ day: daysAgo(3), views: 2000, walls: 80 }),
        createStatisticRow({
          day: daysAgo(3),
          slug: '',
          page: 'subscribe',
          views: 60,
          checkouts: 40,
        }),
      ],
      new Set(),
    )
    await storeTransitions(database, [
      { day: daysAgo(3), source: 'direct' },
      { day: daysAgo(3), source: 'share' },
    ])
    const report = await createFunnelReport(createContext())
    reportSchema.parse(report)
    expect(listRows(report, 'funnel').map(([, value]) => value)).toEqual([2000, 80, 40, 2])
    expect(findCell(report, 'rates', 'Wall rate')).toEqual({ value: 0.04, before: null })
    expect(findCell(report, 'rates', 'Checkouts per wall')).toMatchObject({
      value: 0.5,
      isSmall: true,
    })
    expect(findCell(report, 'rates', 'Starts per 1,000 views')?.value).toBe(1)
    expect(listRows(report, 'sources')).toEqual([
      ['Direct', 2000, 80, 0.04, 1],
      ['Shared links', 0, 0, null, 1],
    ])
  })

  it('show plans, reasons and months', async () => {
    await storeTransitions(database, [
      { plan: 'annual_99', amount: 9900 },
      { plan: 'monthly_13', amount: 1399 },
      { kind: 'paymentFailed', plan: 'monthly_13' },
      { kind: 'paymentRecovered', plan: 'monthly_13' },
      { kind: 'cancelled', plan: 'monthly_13', reason: 'price' },
      { kind: 'cancelled', plan: 'annual_99', reason: '' },
      { kind: 'paused', plan: 'annual_99', reason: '2' },
      { day: '2026-06-05', plan: 'annual_99', amount: 9900 },
    ])
    const report = await createPlansReport(createContext())
    reportSchema.parse(report)
    expect(listRows(report, 'plans')).toEqual([
      ['Annual', 1, 0, 0, 1, 0, 9900],
      ['Monthly', 1, 0, 1, 1, 0, 1399],
    ])
    expect(listRows(report, 'reasons')).toEqual([
      ['No reason given', 1],
      ['The price', 1],
    ])
    expect(findCell(report, 'figures', 'Recovery rate')?.value).toBe(1)
    expect(findCell(report, 'figures', 'Pauses')?.value).toBe(1)
    const months = listRows(report, 'months')
    expect(months).toHaveLength(12)
    expect(months[0]?.[0]).toBe('2025-12')
    expect(findCell(report, 'months', '2026-06', 5)?.value).toBe(9900)
  })

  it('show The Weekly by issue, with what its record says', async () => {
    await memory.store({
      'issues/2026-11-22': { subject: 'Rain', date: '2026-11-22' },
      'issues/2026-11-15': { subject: 'Tea', date: '2026-11-15' },
    })
    await storeRow(database, 'campaigns', {
      day: daysAgo(1),
      source: 'newsletter',
      campaign: '2026-11-22',
      views: 50,
      reads: 20,
    })
    await storeTransitions(database, [{ issue: '2026-11-22' }])
    const totals = { accepted: 200, delivered: 190, hardBounces: 3, softBounces: 2, complaints: 1 }
    const report = await createWeeklyReport(createContext(), async (slug) =>
      slug === '2026-11-22' ? { totals } : null,
    )
    reportSchema.parse(report)
    expect(listRows(report, 'issues')).toEqual([
      ['2026-11-22: Rain', 200, 190, 5, 1, 50, 20, 0.25, 1],
      ['2026-11-15: Tea', null, null, null, null, 0, 0, null, 0],
    ])
  })

  it('show gifts, and what links bring', async () => {
    await storeStatisticRows(
      database,
      [createStatisticRow({ source: 'gift', views: 70 })],
      new Set(),
    )
    await storeTransitions(database, [
      { kind: 'giftBought', amount: 7900 },
      { kind: 'giftRedeemed' },
      { source: 'gift' },
    ])
    const entry = (kind: string, day: string) => ({ kind, at: new Date(`${day}T06:00:00Z`) })
    await memory.store({
      'referrals/asha': {
        ledger: [
          entry('pending', '2026-11-02'),
          entry('earned', '2026-11-20'),
          entry('pending', '2026-10-10'),
          entry('used', '2026-11-20'),
        ],
      },
      'referrals/ravi': { ledger: [entry('pending', '2026-11-22'), entry('pending', today)] },
      'referrals/none': { code: 'x' },
    })
    const report = await createGiftsReport(createContext())
    reportSchema.parse(report)
    expect(listRows(report, 'figures').map(([, value]) => value)).toEqual([1, 1, 7900])
    expect(
      report.tables.find(({ id }) => id === 'referrals')?.rows.map(({ cells }) => cells[0]),
    ).toEqual([
      { value: 2, before: 1, isSmall: true },
      { value: 1, before: 0, isSmall: true },
      { value: 0, before: 0 },
    ])
    expect(listRows(report, 'links')).toEqual([
      ['Shared links', 0, 0, 0],
      ['Gift links', 70, 0, 1],
    ])
  })

  it('show at which free story readers stop', async () => {
    for (const [readerKind, step, readers] of [
      ['guest', 1, 100],
      ['guest', 2, 40],
      ['guest', 3, 10],
      ['registered', 1, 20],
      ['registered', 2, 20],
    ] as const) {
      await storeRow(database, 'meterSteps', { month: '2026-11', readerKind, step, readers })
    }
    const report = await createMeterReport(createContext())
    reportSchema.parse(report)
    expect(report.tables[0]!.rows.map(({ cells }) => cells[0]!.value)).toEqual([60, 50, 10])
    expect(report.tables[0]!.rows[0]!.cells[1]).toEqual({ value: 0.5 })
  })

  it('show the hour that isn’t over beside the one before', async () => {
    await memory.store({ 'articles/rain': { title: 'After the rain' } })
    await storeStatisticRows(
      database,
      [
        createStatisticRow({ day: today, hour: 9, views: 5, reads: 3 }),
        createStatisticRow({ day: today, hour: 8, views: 7, reads: 4 }),
        createStatisticRow({ day: today, hour: 7, views: 99 }),
      ],
      new Set([today]),
    )
    const { table } = await createNow(createContext())
    expect(table.columns.map(({ label }) => label)).toEqual(['Since 09:00', 'Since 08:00'])
    expect(
      table.rows.map(({ label, cells }) => [label, ...cells.map(({ value }) => value)]),
    ).toEqual([
      ['All stories', 5, 12],
      ['After the rain', 5, 12],
    ])
  })
})
