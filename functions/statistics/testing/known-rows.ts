/** Known rows in the statistics database, for tests that compute reports from them. */
import { type Counter, counters } from '../../../src/domain/statistics/counters.ts'
import { type Report, reportSchema } from '../../../src/domain/statistics/report.ts'
import type { TransitionKind } from '../../../src/domain/statistics/transition-record.ts'
import { addDays, type CalendarDay } from '../../../src/domain/time-zone.ts'
import type { StatisticsDatabase, StatisticsValue } from '../records/statistics-database.ts'
import { createReportContext, type ReportDeps } from '../reports/report-context.ts'
import type { MemoryDatabase } from './memory-database.ts'

export type StatisticRow = {
  readonly day: string
  readonly hour: number
  readonly slug: string
  readonly page: string
  readonly source: string
  readonly readerKind: string
  readonly country: string
} & { readonly [Name in Counter]?: number }

export const createStatisticRow = (fields: Partial<StatisticRow>): StatisticRow => ({
  day: '2026-11-20',
  hour: 9,
  slug: 'rain',
  page: 'article',
  source: 'direct',
  readerKind: 'guest',
  country: 'LK',
  ...fields,
})

export async function storeRow(
  database: MemoryDatabase,
  table: string,
  row: Readonly<Record<string, StatisticsValue>>,
  suffix = '',
) {
  const names = Object.keys(row)
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${suffix}`
  await database
    .prepare(sql)
    .bind(...Object.values(row))
    .all()
}

/** Stores rows. Days in `touched` are only in the hourly statistics so far, and other days in both. */
export async function storeStatisticRows(
  database: MemoryDatabase,
  rows: readonly StatisticRow[],
  touched: ReadonlySet<string>,
) {
  const add = `ON CONFLICT DO UPDATE SET ${counters.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`
  for (const row of rows) {
    await storeRow(database, 'hourly', row, add)
    const { hour: _, ...daily } = row
    if (!touched.has(row.day)) await storeRow(database, 'daily', daily, add)
  }
  for (const day of touched) await storeRow(database, 'touchedDays', { day })
}

export type TransitionRow = {
  readonly day: string
  readonly at: string
  readonly kind: TransitionKind
  readonly plan: string
  readonly amount: number
  readonly reason: string
  readonly source: string
  readonly lastArticle: string
  readonly wallArticle: string
  readonly issue: string
}

export async function storeTransitions(
  database: MemoryDatabase,
  rows: readonly Partial<TransitionRow>[],
) {
  for (const [id, row] of rows.entries()) {
    const { day = '2026-11-20' } = row
    const at = `${day}T04:00:00.000Z`
    await storeRow(database, 'transitions', { id: String(id), at, kind: 'started', ...row, day })
  }
}

/** In Colombo, the time is 09:30. */
export const now = new Date('2026-11-23T04:00:00Z')
export const today = '2026-11-23' as CalendarDay
export const daysAgo = (days: number) => addDays(today, -days)

/** Lists a report's rows of values, or of pairs if the report compares periods. */
export function listRows(report: Report, id: string) {
  reportSchema.parse(report)
  const { rows } = report.tables.find((table) => table.id === id)!
  return rows.map(({ label, cells }) => [
    label,
    ...cells.map(({ value, before }) => (before === undefined ? value : [value, before])),
  ])
}

const createTraffic = (views: number, fields: Partial<StatisticRow>) =>
  createStatisticRow({
    ...fields,
    views,
    reads: 3 * views,
    walls: 5 * views,
    unlocks: 7 * views,
    checkouts: 11 * views,
    depth25: 13 * views,
    depth50: 17 * views,
    depth75: 19 * views,
    depth100: 23 * views,
  })

/**
 * Stores rows for today, before and after this time yesterday, and at both ends of all compared periods. Any sum shows
 * which rows it contains: each day has a different power of two of views, and every other number is a multiple of the
 * views.
 */
export async function storeTraffic(database: MemoryDatabase) {
  await storeStatisticRows(
    database,
    [
      createTraffic(1, { day: today, hour: 8 }),
      createTraffic(2, { day: today, hour: 9 }),
      createTraffic(4, { day: daysAgo(1), hour: 8 }),
      createTraffic(8, { day: daysAgo(1), hour: 9 }),
      createTraffic(16, { day: daysAgo(1), hour: 10 }),
      createTraffic(32, { day: daysAgo(7), source: 'search', country: 'IN' }),
      createTraffic(64, { day: daysAgo(8) }),
      createTraffic(128, { day: daysAgo(14) }),
      createTraffic(256, { day: daysAgo(15) }),
      createTraffic(512, { day: daysAgo(28) }),
      createTraffic(1024, { day: daysAgo(29) }),
      createTraffic(2048, { day: daysAgo(56) }),
      createTraffic(4096, { day: daysAgo(57) }),
    ],
    new Set([today, daysAgo(1)]),
  )
  // Yesterday was added up before its last hours, which must be neither missing nor counted twice.
  const { hour: _, ...added } = createTraffic(1_000_000, { day: daysAgo(1) })
  await storeRow(database, 'daily', added)
}

/** Stores payments, including half an hour before and after this time yesterday. Amounts are powers of two, too. */
export const storePayments = (database: MemoryDatabase) =>
  storeTransitions(database, [
    { day: today, amount: 1, lastArticle: 'rain' },
    { day: daysAgo(1), at: `${daysAgo(1)}T03:30:00.000Z`, amount: 2, wallArticle: 'rain' },
    { day: daysAgo(1), at: `${daysAgo(1)}T04:30:00.000Z`, amount: 4, source: 'direct' },
    { day: daysAgo(7), amount: 8, source: 'share', wallArticle: 'tea', lastArticle: 'rain' },
    { day: daysAgo(8), amount: 16 },
    { day: daysAgo(14), kind: 'renewed', amount: 32, plan: 'annual_99' },
    { day: daysAgo(15), kind: 'giftBought', amount: 64, plan: 'gift_3' },
    { day: daysAgo(28), kind: 'refunded', amount: 128, plan: 'monthly_13' },
    { day: daysAgo(28), kind: 'registered' },
    { day: daysAgo(28), kind: 'newsletterConfirmed' },
    { day: daysAgo(29), amount: 256, plan: 'monthly_13' },
    { day: daysAgo(56), kind: 'giftBought', amount: 512 },
    { day: daysAgo(57), amount: 1024 },
  ])

/** `redirects`: the build's redirects, by path. */
export const createKnownContext = (
  statistics: StatisticsDatabase,
  firestore: ReportDeps['firestore'],
  redirects: Readonly<Record<string, string>> = {},
) =>
  createReportContext({
    statistics,
    firestore,
    buildManifest: { findRedirect: async (path) => redirects[path] ?? null },
    log() {},
    now: () => now,
  })
