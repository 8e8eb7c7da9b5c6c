import type { ReaderKind, RejectionReason } from '../../../src/domain/statistics/counters.ts'
import { createCount, createRate, type Table } from '../../../src/domain/statistics/report.ts'
import type { readRejections, SumsByKey } from './read-statistics.ts'
import { getStoryReportPath, loadTitles, type ReportContext } from './report-context.ts'

const maxStories = 20

export async function createStoriesTable(
  context: ReportContext,
  stories: SumsByKey,
): Promise<Table> {
  const slugs = [...stories.keys()].slice(0, maxStories)
  const findTitle = await loadTitles(context.firestore, slugs)
  return {
    id: 'stories',
    title: 'Most viewed stories',
    note: 'Seven whole days before today.',
    rowHeading: 'Story',
    columns: [
      { label: 'Views', figure: 'views' },
      { label: 'Reads', figure: 'reads' },
      { label: 'Read rate', figure: 'readRate' },
      { label: 'Walls', figure: 'walls' },
    ],
    rows: slugs.map((slug) => {
      const { views, reads, walls } = stories.get(slug)!
      return {
        label: findTitle(slug),
        path: getStoryReportPath(slug),
        cells: [
          { value: views },
          { value: reads },
          createRate('readRate', { part: reads, whole: views }),
          { value: walls },
        ],
      }
    }),
    chart: 'bars',
  }
}

function createGroupTable(
  groups: SumsByKey,
  table: Pick<Table, 'id' | 'title' | 'rowHeading'>,
  formatLabel: (key: string) => string,
): Table {
  return {
    ...table,
    note: 'Seven whole days before today.',
    columns: [
      { label: 'Views', figure: 'views' },
      { label: 'Reads', figure: 'reads' },
      { label: 'Read rate', figure: 'readRate' },
    ],
    rows: [...groups].map(([key, { views, reads }]) => ({
      label: formatLabel(key),
      cells: [
        { value: views },
        { value: reads },
        createRate('readRate', { part: reads, whole: views }),
      ],
    })),
    chart: 'bars',
  }
}

const readerKindNames: Readonly<Record<string, string>> = {
  guest: 'Guests',
  registered: 'Readers with an account',
  subscriber: 'Subscribers',
} satisfies Readonly<Record<ReaderKind, string>>

const regionNames = new Intl.DisplayNames('en-GB', { type: 'region' })
const formatCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? code) : 'Unknown'

export const createReadersTable = (readerKinds: SumsByKey): Table =>
  createGroupTable(
    readerKinds,
    { id: 'readers', title: 'Who reads', rowHeading: 'Readers' },
    (kind) => readerKindNames[kind] ?? kind,
  )

export const createCountriesTable = (countries: SumsByKey): Table =>
  createGroupTable(
    countries,
    { id: 'countries', title: 'Countries', rowHeading: 'Country' },
    formatCountry,
  )

const reasonNames: Readonly<Record<string, string>> = {
  optedOut: 'The browser asks not to be tracked',
  robot: 'A robot',
  unknownEvent: 'Unknown event',
  malformed: 'Malformed',
  foreignReader: 'About another reader',
  repeated: 'Repeated',
  tooManyStories: 'About too many stories',
  tooManyFigures: 'About too many pages and hours',
  unknownStory: 'About a story that doesn’t exist',
} satisfies Readonly<Record<RejectionReason, string>>

export function createRejectionsTable(rows: Awaited<ReturnType<typeof readRejections>>): Table {
  return {
    id: 'rejected',
    title: 'Events that weren’t counted',
    note: 'Seven whole days before today. A rise after a deploy is a fault to look into.',
    rowHeading: 'Reason',
    columns: [{ label: 'Events rejected', figure: 'rejected', comparedWith: 'the 7 days before' }],
    rows: rows.map(({ reason, value, before }) => ({
      label: reasonNames[reason] ?? reason,
      cells: [createCount('rejected', value, before)],
    })),
  }
}
