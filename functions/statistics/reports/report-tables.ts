/**
 * The two kinds of tables in reports: one with a row per statistic, and one with a row per group of readers, stories or
 * days.
 */
import { formatMonthsTitle } from '../../../src/domain/number-words.ts'
import { counters } from '../../../src/domain/statistics/counters.ts'
import {
  addNumbers,
  hasAny,
  type Numbers,
  type NumbersByKey,
} from '../../../src/domain/statistics/numbers.ts'
import {
  type Column,
  createCell,
  type Row,
  type Table,
} from '../../../src/domain/statistics/report.ts'
import {
  getStatistic,
  type StatisticId,
} from '../../../src/domain/statistics/statistic-definitions.ts'
import { nameSource } from './labels.ts'

/** One column: a period and, for a comparison, the period before it. */
export type Comparison = {
  readonly label: string
  readonly comparedWith?: string
  readonly now: Numbers
  readonly before?: Numbers
}

/** Adds up all groups in a period and in the period before it. */
export const addPeriod = ({ now, before }: Readonly<Record<'now' | 'before', NumbersByKey>>) => ({
  now: addNumbers(now.values()),
  before: addNumbers(before.values()),
})

export const createStatisticsTable = (
  head: Pick<Table, 'id' | 'title' | 'note' | 'chart'> & { readonly rowHeading?: string },
  figures: readonly StatisticId[],
  comparisons: readonly Comparison[],
): Table => ({
  rowHeading: 'Statistic',
  ...head,
  columns: comparisons.map(({ label, comparedWith }) =>
    comparedWith === undefined ? { label } : { label, comparedWith },
  ),
  rows: figures.map((figure) => ({
    label: getStatistic(figure).label,
    figure,
    cells: comparisons.map(({ now, before }) => createCell(figure, now, before)),
  })),
})

/** `label` replaces the statistic's name in the heading. */
type GroupColumn = StatisticId | { readonly figure: StatisticId; readonly label: string }

export type Group = Pick<Row, 'label' | 'path'> & {
  readonly now: Numbers
  readonly before?: Numbers
}

/** `comparedWith` names the period of the groups' `before`. */
export function createGroupsTable(
  { comparedWith, ...head }: Omit<Table, 'columns' | 'rows'> & { readonly comparedWith?: string },
  columns: readonly GroupColumn[],
  groups: readonly Group[],
): Table {
  const named = columns.map((column) =>
    typeof column === 'string' ? { figure: column, label: getStatistic(column).label } : column,
  )
  return {
    ...head,
    columns: named.map((column): Column => (comparedWith ? { ...column, comparedWith } : column)),
    rows: groups.map(({ now, before, ...row }) => ({
      ...row,
      cells: named.map(({ figure }) => createCell(figure, now, before)),
    })),
  }
}

export const createGroups = (
  byKey: NumbersByKey,
  getLabel: (key: string) => string,
): readonly Group[] => [...byKey].map(([key, now]) => ({ label: getLabel(key), now }))

/** A story's starts have a separate definition. */
type Starts = 'starts' | 'storyStarts'

export const createDaysTable = (
  days: readonly string[],
  byDay: NumbersByKey,
  starts: Starts,
): Table =>
  createGroupsTable(
    {
      id: 'days',
      title: 'Day by day',
      note: `The ${days.length} full days before today.`,
      rowHeading: 'Day',
      chart: 'line',
    },
    ['views', 'reads', { figure: starts, label: 'Started' }],
    days.map((day) => ({ label: day, now: byDay.get(day) ?? {} })),
  )

export const createMonthsTable = (
  months: readonly string[],
  byMonth: NumbersByKey,
  columns: readonly GroupColumn[],
): Table =>
  createGroupsTable(
    {
      id: 'months',
      title: 'Month by month',
      note: `${formatMonthsTitle(months.length)}, including this one.`,
      rowHeading: 'Month',
      chart: 'line',
    },
    columns,
    months.map((month) => ({ label: month, now: byMonth.get(month) ?? {} })),
  )

/** Creates groups by source. A subscription's source isn't always known, and may have no views. */
export const createSourceGroups = (bySource: NumbersByKey): readonly Group[] =>
  [...bySource]
    .filter(([, numbers]) => hasAny(numbers, [...counters, 'allViews', 'starts']))
    .map(([source, now]) => ({ label: nameSource(source), now }))

export const createSourcesTable = (note: string, bySource: NumbersByKey, starts: Starts): Table =>
  createGroupsTable(
    { id: 'sources', title: 'Where readers came from', note, rowHeading: 'Source', chart: 'bars' },
    ['views', 'reads', 'walls', { figure: starts, label: 'Started' }],
    createSourceGroups(bySource),
  )
