/** Rows of the statistics' database as a plain list, which tests store and add up by themselves. */
import { counters } from '../../../src/domain/statistics/counters.ts'
import type { MemoryDatabase } from './memory-database.ts'

export type StatisticRow = {
  readonly day: string
  readonly hour: number
  readonly slug: string
  readonly page: string
  readonly source: string
  readonly readerKind: string
  readonly country: string
  readonly views: number
  readonly reads: number
  readonly walls: number
  readonly unlocks: number
  readonly checkouts: number
  readonly depth25: number
  readonly depth50: number
  readonly depth75: number
  readonly depth100: number
  readonly listedReads: number
  readonly providerReads: number
}

export const createStatisticRow = (fields: Partial<StatisticRow>): StatisticRow => ({
  day: '2026-11-20',
  hour: 9,
  slug: 'rain',
  page: 'article',
  source: 'direct',
  readerKind: 'guest',
  country: 'LK',
  views: 0,
  reads: 0,
  walls: 0,
  unlocks: 0,
  checkouts: 0,
  depth25: 0,
  depth50: 0,
  depth75: 0,
  depth100: 0,
  listedReads: 0,
  providerReads: 0,
  ...fields,
})

async function insert(database: MemoryDatabase, table: string, row: object, suffix = '') {
  const names = Object.keys(row)
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${suffix}`
  await database
    .prepare(sql)
    .bind(...(Object.values(row) as (string | number | null)[]))
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
    await insert(database, 'hourly', row, add)
    const { hour: _, ...daily } = row
    if (!touched.has(row.day)) await insert(database, 'daily', daily, add)
  }
  for (const day of touched) await insert(database, 'touchedDays', { day })
}

export type TransitionRow = {
  readonly day: string
  readonly at: string
  readonly kind: string
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
    const day = row.day ?? '2026-11-20'
    await insert(database, 'transitions', {
      id: String(id),
      at: `${day}T04:00:00.000Z`,
      kind: 'started',
      ...row,
      day,
    })
  }
}

export const storeRow = insert
