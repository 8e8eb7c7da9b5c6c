/** Statistics as tables, which the desk prints, exports and shows on its page. */
import { z } from 'zod'
import { getFormula } from './formulas.ts'
import type { Numbers } from './numbers.ts'
import { getStatistic, type StatisticId, statisticIds, type Unit } from './statistic-definitions.ts'

const cellSchema = z.strictObject({
  /** In minor units for money, and from 0 to 1 for shares; null if the statistic can't be computed. */
  value: z.number().nullable(),
  /** The same statistic in the previous period. */
  before: z.number().nullable().optional(),
  /** Whether the statistic's sample is below its minimum. */
  isSmall: z.literal(true).optional(),
})
export type Cell = z.infer<typeof cellSchema>

const columnSchema = z.strictObject({
  label: z.string(),
  /** Missing if the statistics are named in the rows. */
  figure: z.enum(statisticIds).optional(),
  /** The name of `before` in this column's cells, such as “the day before”. */
  comparedWith: z.string().optional(),
})
export type Column = z.infer<typeof columnSchema>

const rowSchema = z.strictObject({
  label: z.string(),
  /** The path of a page on our site. */
  path: z.string().optional(),
  figure: z.enum(statisticIds).optional(),
  cells: z.array(cellSchema),
})
export type Row = z.infer<typeof rowSchema>

const tableSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
  title: z.string(),
  /** The period that the table covers, and what editors need to know before reading the numbers. */
  note: z.string(),
  /** The heading above the rows' labels. */
  rowHeading: z.string(),
  columns: z.array(columnSchema).min(1),
  rows: z.array(rowSchema),
  /** The form in which the first column is also drawn, if it is: days as a line, other rows as bars. */
  chart: z.enum(['line', 'bars']).optional(),
})
export type Table = z.infer<typeof tableSchema>

export const reportSchema = z.strictObject({
  title: z.string(),
  /** When the numbers were read. */
  at: z.iso.datetime(),
  /** The current day in the publication's time zone, and the zone. */
  today: z.string(),
  timeZone: z.string(),
  /** Describes the changes in sentences. */
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

/**
 * Returns a statistic of a period or a group, with a warning if its sample is small. A count is exact, so only its
 * comparison can mislead.
 */
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

/** Lists a table's statistics, in the order of its columns or rows. */
export function listStatistics({ columns, rows }: Table): readonly StatisticId[] {
  return [
    ...new Set(
      [...columns, ...rows].flatMap(({ figure }) => (figure === undefined ? [] : [figure])),
    ),
  ]
}
