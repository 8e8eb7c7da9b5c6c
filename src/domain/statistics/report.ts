/** Statistics as tables, which the desk prints, exports and shows on its page. */
import { z } from 'zod'
import { getFormula } from './formulas.ts'
import type { Numbers } from './numbers.ts'
import { getStatistic, type StatisticId, statisticIds, type Unit } from './statistic-definitions.ts'

const cellSchema = z.strictObject({
  /** Money in minor units, shares from 0 to 1; null if there is nothing to compute it from. */
  value: z.number().nullable(),
  /** The same statistic in the period before. */
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

/** A statistic of a time or a group, with a warning if its sample is small. A count is exact, so only its comparison can mislead. */
export function createCell(figure: StatisticId, now: Numbers, before?: Numbers): Cell {
  const { number, whole, per = 1, payments } = getFormula(figure)
  const { minimum } = getStatistic(figure)
  const compute = (numbers: Numbers) => {
    const { [number]: value = 0 } = numbers
    if (whole === undefined || value === null) return value
    const divisor = numbers[whole] ?? 0
    return divisor > 0 ? (per * value) / divisor : null
  }
  const compared = before ? [now, before] : [now]
  const sizes = compared.map((numbers) => numbers[whole ?? payments ?? number] ?? 0)
  const samples = whole ? sizes : before ? [Math.max(...sizes)] : []
  return {
    value: compute(now),
    ...(before ? { before: compute(before) } : {}),
    ...(samples.some((size) => size > 0 && size < minimum) ? { isSmall: true } : {}),
  }
}

/** Every statistic of a table, in the order of its columns or rows. */
export function listStatistics({ columns, rows }: Table): readonly StatisticId[] {
  return [
    ...new Set(
      [...columns, ...rows].flatMap(({ figure }) => (figure === undefined ? [] : [figure])),
    ),
  ]
}
