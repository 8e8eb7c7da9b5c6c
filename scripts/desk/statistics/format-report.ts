/** Reports as text for a terminal, and as CSV. */

import { formatChange, formatStatistic } from '../../../src/domain/statistics/format-statistic.ts'
import {
  type Cell,
  getUnit,
  listStatistics,
  type Report,
  type Table,
} from '../../../src/domain/statistics/report.ts'
import { getStatistic } from '../../../src/domain/statistics/statistic-definitions.ts'
import { formatCsvLine } from '../command-line/csv.ts'
import { alignColumns } from '../command-line/terminal.ts'

/** Characters of a row's label on a terminal. */
const maxLabelLength = 46

const shorten = (text: string) =>
  text.length > maxLabelLength ? `${text.slice(0, maxLabelLength - 1)}…` : text

function formatCell(cell: Cell, unit: ReturnType<typeof getUnit>): string {
  const change = formatChange(cell, unit)
  return `${formatStatistic(cell.value, unit)}${cell.isSmall ? '†' : ''}${change && ` (${change})`}`
}

function formatTable(table: Table): string[] {
  const { title, note, rowHeading, columns, rows } = table
  const heading = [title, note]
  if (rows.length === 0) return [...heading, 'Nothing has been counted.', '']
  const lines = [
    [rowHeading, ...columns.map(({ label }) => label)],
    ...rows.map((row) => [
      shorten(row.label),
      ...row.cells.map((cell, index) => formatCell(cell, getUnit(columns[index]!, row))),
    ]),
  ]
  const isSmall = rows.some(({ cells }) => cells.some((cell) => cell.isSmall))
  return [
    ...heading,
    '',
    ...alignColumns(lines),
    ...(isSmall ? ['† Small numbers: differences between them are mostly chance.'] : []),
    '',
  ]
}

function formatDefinitions({ tables }: Report): string[] {
  const used = [...new Set(tables.flatMap(listStatistics))].map(getStatistic)
  return [
    'What the numbers mean',
    ...used.map(
      ({ label, definition, minimum }) =>
        `  ${label}: ${definition} Small: below ${formatStatistic(minimum, 'count')}.`,
    ),
  ]
}

export function formatReport(report: Report): string[] {
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: report.timeZone,
  }).format(new Date(report.at))
  return [
    report.title,
    `${time}. Days begin and end in ${report.timeZone}.`,
    '',
    ...report.summary,
    ...(report.summary.length > 0 ? [''] : []),
    ...report.tables.flatMap(formatTable),
    ...formatDefinitions(report),
  ]
}

/** Returns one line for each number: money in minor units, shares from 0 to 1. */
export function formatCsv({ tables }: Report): string[] {
  const header = ['table', 'row', 'column', 'figure', 'value', 'before', 'few', 'definition']
  const lines = tables.flatMap(({ title, columns, rows }) =>
    rows.flatMap((row) =>
      row.cells.map((cell, index) => {
        const column = columns[index]!
        const figure = row.figure ?? column.figure
        return [
          title,
          row.label,
          column.label,
          figure ?? '',
          cell.value,
          cell.before ?? null,
          cell.isSmall ? 'yes' : '',
          figure ? getStatistic(figure).definition : '',
        ]
      }),
    ),
  )
  return [header, ...lines].map(formatCsvLine)
}
