import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { getPeriod, listDays } from '../../../src/domain/statistics/periods.ts'
import {
  type Cell,
  createCount,
  createRate,
  type Report,
  type Table,
} from '../../../src/domain/statistics/report.ts'
import {
  getStatistic,
  type StatisticId,
} from '../../../src/domain/statistics/statistic-definitions.ts'
import { addDays, getCalendarDay } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import type { FirestoreFailure } from '../../platform/adapters/firestore.ts'
import { addSums, countSumsUntil, sumDays } from './add-sums.ts'
import { readHours, readStorySums, readTransitions, type Sums } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import { createDaysTable, createSourcesTable } from './shared-tables.ts'
import { countTransitions } from './transition-statistics.ts'

const storySchema = z.object({ title: z.string(), publishedAt: z.date() })

/** The oldest stories of an archive that was moved here have no statistics from their time. */
const maxDays = 5000

type Comparison = {
  readonly label: string
  readonly comparedWith?: string
  readonly sums: readonly [now: Sums, before?: Sums]
  readonly starts: readonly [now: number, before?: number]
}

const countRows = ['views', 'reads', 'walls', 'unlocks', 'checkouts'] as const
const shareRows = [
  ['readRate', 'reads'],
  ['depth25', 'depth25'],
  ['depth50', 'depth50'],
  ['depth75', 'depth75'],
  ['depth100', 'depth100'],
  ['wallRate', 'walls'],
] as const satisfies readonly (readonly [StatisticId, keyof Sums])[]

function createStatisticsTable(comparisons: readonly Comparison[]): Table {
  const createRow = (figure: StatisticId, createCell: (comparison: Comparison) => Cell) => ({
    label: getStatistic(figure).label,
    figure,
    cells: comparisons.map(createCell),
  })
  const countRow = (name: (typeof countRows)[number]) =>
    createRow(name, ({ sums: [now, before] }) => createCount(name, now[name], before?.[name]))
  const shareRow = ([figure, part]: (typeof shareRows)[number]) =>
    createRow(figure, ({ sums: [now, before] }) =>
      createRate(
        figure,
        { part: now[part], whole: now.views },
        before && { part: before[part], whole: before.views },
      ),
    )
  return {
    id: 'figures',
    title: 'This story',
    note: 'Whole days before today, compared with as many days before these; today compared with yesterday by this time of day. A younger story isn’t compared.',
    rowHeading: 'Figure',
    columns: comparisons.map(({ label, comparedWith }) =>
      comparedWith === undefined ? { label } : { label, comparedWith },
    ),
    rows: [
      ...countRows.slice(0, 2).map(countRow),
      ...shareRows.slice(0, 5).map(shareRow),
      countRow('walls'),
      ...shareRows.slice(5).map(shareRow),
      ...countRows.slice(3).map(countRow),
      createRow('storyStarts', ({ starts: [now, before] }) =>
        createCount('storyStarts', now, before),
      ),
    ],
  }
}

/** Null if there is no such story. */
export async function createStoryReport(
  context: ReportContext,
  slug: string,
): Promise<Result<Report | null, FirestoreFailure>> {
  const { database, firestore, clock } = context
  const stored = await firestore.getAll([`articles/${slug}`], ['title', 'publishedAt'])
  if (!stored.ok) return fail(stored.failure)
  const story = storySchema.safeParse(stored.value[0]?.fields)
  if (!story.success) return succeed(null)
  const { today, yesterday, sameTimeYesterday } = clock
  const tomorrow = addDays(today, 1)
  const publishedOn = getCalendarDay(story.data.publishedAt, site.timeZone)
  const oldest = addDays(today, -maxDays)
  const first = [oldest, publishedOn, today].toSorted()[1]!
  const allDays = listDays({ from: first, until: tomorrow })
  const [byDay, bySource, hours, hoursBefore] = await Promise.all([
    readStorySums(database, slug, allDays, 'day'),
    readStorySums(database, slug, allDays, 'source'),
    readHours(database, today, slug),
    readHours(database, yesterday, slug),
  ])
  const countStarts = async (from: string, until: string, before?: Date) =>
    countTransitions(
      await readTransitions(database, {
        days: { from: from as typeof today, until: until as typeof today },
        story: slug,
        ...(before ? { before } : {}),
      }),
      'starts',
    )
  /** Days before the story was out, and the part of a day on which it came out, are nothing to compare with. */
  const compare = (from: string, comparison: Required<Comparison>): Comparison => {
    if (publishedOn < from) return comparison
    const { label, sums, starts } = comparison
    return { label, sums: [sums[0]], starts: [starts[0]] }
  }
  const compareDays = async (length: number): Promise<Comparison> => {
    const { days, before } = getPeriod(today, length)
    return compare(before.from, {
      label: `${length} days`,
      comparedWith: `the ${length} days before`,
      sums: [sumDays(byDay, days), sumDays(byDay, before)],
      starts: [
        await countStarts(days.from, days.until),
        await countStarts(before.from, before.until),
      ],
    })
  }
  const comparisons: Comparison[] = [
    compare(yesterday, {
      label: 'Today',
      comparedWith: 'yesterday by this time',
      sums: [addSums(hours.values()), countSumsUntil(clock, hoursBefore)],
      starts: [
        await countStarts(today, tomorrow),
        await countStarts(yesterday, today, sameTimeYesterday),
      ],
    }),
    await compareDays(7),
    await compareDays(28),
    {
      label: 'Since publication',
      sums: [addSums(byDay.values())],
      starts: [await countStarts(allDays[0]!, tomorrow)],
    },
  ]
  const month = getPeriod(today, 28).days
  const startsByDay = await readTransitions(database, { days: month, story: slug }, 'day')
  const startsBySource = await readTransitions(
    database,
    { days: { from: allDays[0]!, until: tomorrow }, story: slug },
    'source',
  )
  return succeed(
    createReport(context, {
      title: story.data.title,
      tables: [
        createStatisticsTable(comparisons),
        createDaysTable(
          listDays(month),
          byDay,
          (day) => countTransitions(startsByDay, 'starts', day),
          'storyStarts',
        ),
        createSourcesTable(bySource, startsBySource, 'Since publication.', 'storyStarts'),
      ].map((table) => (table.id === 'figures' && !byDay.size ? withoutStatistics(table) : table)),
    }),
  )
}

const withoutStatistics = (table: Table): Table => ({
  ...table,
  note: `Nothing has been counted for this story yet. ${table.note}`,
})
