/** Rows of the statistics' database as a plain list, which tests store and add up by themselves. */
import { type Counter, counters } from '../../../src/domain/statistics/counters.ts'
import type { TransitionKind } from '../../../src/domain/statistics/transition-record.ts'
import type { StatisticsValue } from '../records/statistics-database.ts'
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

/** Days in `touched` are only in the hourly statistics yet, the others in both. */
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
