/** Tables of the overview and of a story. */
import type { Table } from '../../../src/domain/statistics/report.ts'
import type { CalendarDay } from '../../../src/domain/time-zone.ts'
import { noSums, type SumsByKey } from './read-figures.ts'
import { formatSource } from './source-names.ts'

export function createDaysTable(
  days: readonly CalendarDay[],
  byDay: SumsByKey,
  starts: (day: CalendarDay) => number,
  startsFigure: 'starts' | 'storyStarts' = 'starts',
): Table {
  return {
    id: 'days',
    title: 'Day by day',
    note: `${days.length} whole days before today.`,
    rowHeading: 'Day',
    columns: [
      { label: 'Views', figure: 'views' },
      { label: 'Reads', figure: 'reads' },
      { label: 'Started', figure: startsFigure },
    ],
    rows: days.map((day) => {
      const { views, reads } = byDay.get(day) ?? noSums
      return { label: day, cells: [{ value: views }, { value: reads }, { value: starts(day) }] }
    }),
    chart: 'line',
  }
}

export function createSourcesTable(
  sources: SumsByKey,
  starts: (source: string) => number,
  note: string,
): Table {
  return {
    id: 'sources',
    title: 'Where readers came from',
    note,
    rowHeading: 'Source',
    columns: [
      { label: 'Views', figure: 'views' },
      { label: 'Reads', figure: 'reads' },
      { label: 'Walls', figure: 'walls' },
      { label: 'Started', figure: 'starts' },
    ],
    rows: [...sources].map(([source, { views, reads, walls }]) => ({
      label: formatSource(source),
      cells: [{ value: views }, { value: reads }, { value: walls }, { value: starts(source) }],
    })),
    chart: 'bars',
  }
}
