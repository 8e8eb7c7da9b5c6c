/** Statistics as tables, which the desk prints, exports and shows on its page. */
import { z } from 'zod'
import { getStatistic, type StatisticId, statisticIds, type Unit } from './statistic-definitions.ts'

const cellSchema = z.strictObject({
  /** Money in minor units, shares from 0 to 1; null if there is nothing to compute it from. */
  value: z.number().nullable(),
  /** The same statistic in the time before. */
  before: z.number().nullable().optional(),
  /** The statistic's sample is below its minimum. */
  isSmall: z.literal(true).optional(),
})
export type Cell = z.infer<typeof cellSchema>

const columnSchema = z.strictObject({
  label: z.string(),
  /** Missing if rows name their statistics. */
  figure: z.enum(statisticIds).optional(),
  /** A name for `before` in its cells, such as “the day before”. */
  comparedWith: z.string().optional(),
})
export type Column = z.infer<typeof columnSchema>

const rowSchema = z.strictObject({
  label: z.string(),
  /** Path of a page of our site. */
  path: z.string().optional(),
  figure: z.enum(statisticIds).optional(),
  cells: z.array(cellSchema),
})
export type Row = z.infer<typeof rowSchema>

const tableSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
  title: z.string(),
  /** The time it covers, and what a reader needs to know before the numbers. */
  note: z.string(),
  /** The heading of the rows' labels. */
  rowHeading: z.string(),
  columns: z.array(columnSchema).min(1),
  rows: z.array(rowSchema),
  /** Draws the first column too: days as a line, other rows as bars. */
  chart: z.enum(['line', 'bars']).optional(),
})
export type Table = z.infer<typeof tableSchema>

export const reportSchema = z.strictObject({
  title: z.string(),
  /** When the numbers were read. */
  at: z.iso.datetime(),
  /** The day of the publication's time zone, and the zone. */
  today: z.string(),
  timeZone: z.string(),
  /** The changes, in words. */
  summary: z.array(z.string()),
  tables: z.array(tableSchema),
})
export type Report = z.infer<typeof reportSchema>

export const reportNames = ['overview', 'funnel', 'plans', 'weekly', 'gifts', 'meter'] as const
export type ReportName = (typeof reportNames)[number]

export function getUnit(column: Column, row: Row): Unit {
  const figure = row.figure ?? column.figure
  return figure ? getStatistic(figure).unit : 'count'
}

const addWarning = (cell: Cell, isSmall: boolean): Cell =>
  isSmall ? { ...cell, isSmall: true } : cell

/** A count is exact, so only its comparison can mislead. */
export function createCount(figure: StatisticId, value: number, before?: number): Cell {
  if (before === undefined) return { value }
  const sample = Math.max(value, before)
  return addWarning({ value, before }, sample > 0 && sample < getStatistic(figure).minimum)
}

type Fraction = { readonly part: number; readonly whole: number }

const divide = ({ part, whole }: Fraction) => (whole > 0 ? part / whole : null)

export function createRate(figure: StatisticId, now: Fraction, before?: Fraction): Cell {
  const isSmall = ({ whole }: Fraction) => whole > 0 && whole < getStatistic(figure).minimum
  const cell = before ? { value: divide(now), before: divide(before) } : { value: divide(now) }
  return addWarning(cell, isSmall(now) || (before !== undefined && isSmall(before)))
}

/** Every statistic of a table, in the order of its columns or rows. */
export function listStatistics({ columns, rows }: Table): readonly StatisticId[] {
  return [
    ...new Set(
      [...columns, ...rows].flatMap(({ figure }) => (figure === undefined ? [] : [figure])),
    ),
  ]
}
