import { describeWeek } from '../../../src/domain/statistics/describe-week.ts'
import { getPeriod, listDays } from '../../../src/domain/statistics/periods.ts'
import {
  type Cell,
  createCount,
  createRate,
  type Report,
  type Row,
  type Table,
} from '../../../src/domain/statistics/report.ts'
import { getStatistic } from '../../../src/domain/statistics/statistic-definitions.ts'
import { addDays } from '../../../src/domain/time-zone.ts'
import { addSums, countSumsUntil, sumDays } from './add-sums.ts'
import {
  createCountriesTable,
  createReadersTable,
  createRejectionsTable,
  createStoriesTable,
} from './overview-tables.ts'
import {
  readHours,
  readRejections,
  readSums,
  readTransitions,
  type Sums,
  type SumsByKey,
  type Transitions,
} from './read-statistics.ts'
import { createReport, loadTitles, type ReportContext } from './report-context.ts'
import { createDaysTable, createSourcesTable } from './shared-tables.ts'
import {
  compareRevenue,
  compareTransitions,
  countTransitions,
  type TransitionStatistic,
} from './transition-statistics.ts'

const maxCountries = 10

/** One column of the first table: the time, and the time before. */
type Comparison = {
  readonly label: string
  readonly comparedWith: string
  readonly sums: readonly [now: Sums, before: Sums]
  readonly transitions: readonly [now: Transitions, before: Transitions]
}

async function compareToday({ database, clock }: ReportContext): Promise<Comparison> {
  const { today, yesterday, sameTimeYesterday } = clock
  const [hours, hoursBefore, transitions, transitionsBefore] = await Promise.all([
    readHours(database, today),
    readHours(database, yesterday),
    readTransitions(database, { days: { from: today, until: addDays(today, 1) } }),
    readTransitions(database, {
      days: { from: yesterday, until: today },
      before: sameTimeYesterday,
    }),
  ])
  return {
    label: 'Today',
    comparedWith: 'yesterday by this time',
    sums: [addSums(hours.values()), countSumsUntil(clock, hoursBefore)],
    transitions: [transitions, transitionsBefore],
  }
}

async function compareDays(
  { database, clock }: ReportContext,
  byDay: SumsByKey,
  length: number,
): Promise<Comparison> {
  const { days, before } = getPeriod(clock.today, length)
  return {
    label: `${length} days`,
    comparedWith: `the ${length} days before`,
    sums: [sumDays(byDay, days), sumDays(byDay, before)],
    transitions: await Promise.all([
      readTransitions(database, { days }),
      readTransitions(database, { days: before }),
    ]),
  }
}

const counts = ['views', 'allViews', 'reads', 'walls', 'unlocks', 'checkouts'] as const
const transitionCounts = [
  'starts',
  'renewals',
  'cancellations',
  'registrations',
  'weeklySignUps',
] as const satisfies readonly TransitionStatistic[]

function createStatisticsTable(comparisons: readonly Comparison[]): Table {
  const row = (figure: Row['figure'] & string, createCell: (one: Comparison) => Cell): Row => ({
    label: getStatistic(figure).label,
    figure,
    cells: comparisons.map(createCell),
  })
  const rows = counts.map((name) =>
    row(name, ({ sums: [now, before] }) => createCount(name, now[name], before[name])),
  )
  const readRate = row('readRate', ({ sums: [now, before] }) =>
    createRate(
      'readRate',
      { part: now.reads, whole: now.views },
      { part: before.reads, whole: before.views },
    ),
  )
  return {
    id: 'figures',
    title: 'The publication',
    note: 'Whole days before today, compared with as many days before these; today compared with yesterday by this time of day.',
    rowHeading: 'Figure',
    columns: comparisons.map(({ label, comparedWith }) => ({ label, comparedWith })),
    rows: [
      ...rows.slice(0, 3),
      readRate,
      ...rows.slice(3),
      ...transitionCounts.map((figure) =>
        row(figure, ({ transitions: [now, before] }) => compareTransitions(figure, now, before)),
      ),
      row('revenue', ({ transitions: [now, before] }) => compareRevenue(now, before)),
    ],
  }
}

async function describeThisWeek(
  context: ReportContext,
  week: Comparison,
  stories: SumsByKey,
  before: SumsByKey,
): Promise<string[]> {
  const candidates = [...stories].slice(0, 50)
  const findTitle = await loadTitles(
    context.firestore,
    candidates.map(([slug]) => slug),
  )
  const [sums, sumsBefore] = week.sums
  const [transitions, transitionsBefore] = week.transitions
  const pair = (figure: TransitionStatistic) => ({
    value: countTransitions(transitions, figure),
    before: countTransitions(transitionsBefore, figure),
  })
  return describeWeek({
    views: { value: sums.views, before: sumsBefore.views },
    reads: { value: sums.reads, before: sumsBefore.reads },
    starts: pair('starts'),
    cancellations: pair('cancellations'),
    stories: candidates.map(([slug, { views }]) => ({
      title: findTitle(slug),
      value: views,
      before: before.get(slug)?.views ?? 0,
    })),
  })
}

export async function createOverviewReport(context: ReportContext): Promise<Report> {
  const { database, clock } = context
  const week = getPeriod(clock.today, 7)
  const month = getPeriod(clock.today, 28)
  const [
    byDay,
    stories,
    storiesBefore,
    sources,
    readerKinds,
    countries,
    starts,
    weekBySource,
    rejections,
  ] = await Promise.all([
    readSums(database, { from: month.before.from, until: clock.today }, 'day'),
    readSums(database, week.days, 'slug'),
    readSums(database, week.before, 'slug', 10_000),
    readSums(database, week.days, 'source'),
    readSums(database, week.days, 'readerKind'),
    readSums(database, week.days, 'country', maxCountries),
    readTransitions(database, { days: month.days }, 'day'),
    readTransitions(database, { days: week.days }, 'source'),
    readRejections(database, week.days, week.before),
  ])
  const comparisons = await Promise.all([
    compareToday(context),
    compareDays(context, byDay, 7),
    compareDays(context, byDay, 28),
  ])
  return createReport(context, {
    title: 'Overview',
    summary: await describeThisWeek(context, comparisons[1]!, stories, storiesBefore),
    tables: [
      createStatisticsTable(comparisons),
      createDaysTable(listDays(month.days), byDay, (day) =>
        countTransitions(starts, 'starts', day),
      ),
      await createStoriesTable(context, stories),
      createSourcesTable(
        sources,
        weekBySource,
        'Seven whole days before today. Subscriptions by how their reader’s visit began.',
      ),
      createReadersTable(readerKinds),
      createCountriesTable(countries),
      createRejectionsTable(rejections),
    ],
  })
}
