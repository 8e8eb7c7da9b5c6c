/** Tables of the overview and of a story. */
import type { Table } from '../../../src/domain/statistics/report.ts'
import type { CalendarDay } from '../../../src/domain/time-zone.ts'
import { noSums, type SumsByKey, type Transitions } from './read-statistics.ts'
import { formatSource } from './source-names.ts'
import { countTransitions, getKinds } from './transition-statistics.ts'

export function createDaysTable(
  days: readonly CalendarDay[],
  byDay: SumsByKey,
  starts: (day: CalendarDay) => number,
  startsStatistic: 'starts' | 'storyStarts' = 'starts',
): Table {
  return {
    id: 'days',
    title: 'Day by day',
    note: `${days.length} whole days before today.`,
    rowHeading: 'Day',
    columns: [
      { label: 'Views', figure: 'views' },
      { label: 'Reads', figure: 'reads' },
      { label: 'Started', figure: startsStatistic },
    ],
    rows: days.map((day) => {
      const { views, reads } = byDay.get(day) ?? noSums
      return { label: day, cells: [{ value: views }, { value: reads }, { value: starts(day) }] }
    }),
    chart: 'line',
  }
}

/** The source of a subscription isn't always known, and may have no views. */
export function createSourcesTable(
  sources: SumsByKey,
  transitions: Transitions,
  note: string,
  startsStatistic: 'starts' | 'storyStarts' = 'starts',
): Table {
  const keys = new Set([...sources.keys(), ...transitions.keys(getKinds('starts'))])
  return {
    id: 'sources',
    title: 'Where readers came from',
    note,
    rowHeading: 'Source',
    columns: [
      { label: 'Views', figure: 'views' },
      { label: 'Reads', figure: 'reads' },
      { label: 'Walls', figure: 'walls' },
      { label: 'Started', figure: startsStatistic },
    ],
    rows: [...keys].map((source) => {
      const { views, reads, walls } = sources.get(source) ?? noSums
      const starts = countTransitions(transitions, 'starts', source)
      return {
        label: formatSource(source),
        cells: [{ value: views }, { value: reads }, { value: walls }, { value: starts }],
      }
    }),
    chart: 'bars',
  }
}
