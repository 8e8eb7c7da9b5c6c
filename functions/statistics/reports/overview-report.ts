import { describeWeek } from '../../../src/domain/statistics/describe-week.ts'
import { getFigure } from '../../../src/domain/statistics/figures.ts'
import {
  countUntil,
  getPeriod,
  listDays,
  type Period,
} from '../../../src/domain/statistics/periods.ts'
import {
  type Cell,
  createCount,
  createRate,
  type Report,
  type Row,
  type Table,
} from '../../../src/domain/statistics/report.ts'
import { addDays, type CalendarDay } from '../../../src/domain/time-zone.ts'
import {
  noSums,
  readHours,
  readRejections,
  readSums,
  readTransitions,
  type Sums,
  type SumsByKey,
  type Transitions,
} from './read-figures.ts'
import {
  createReport,
  getStoryReportPath,
  loadTitles,
  type ReportContext,
} from './report-context.ts'
import { formatSource } from './source-names.ts'
import {
  compareRevenue,
  compareTransitions,
  countTransitions,
  type TransitionFigure,
} from './transition-figures.ts'

const maxStories = 20
const maxCountries = 10
const millisecondsPerDay = 24 * 60 * 60 * 1000

/** One column of the first table: the time, and the time before. */
type Comparison = {
  readonly label: string
  readonly comparedWith: string
  readonly sums: readonly [now: Sums, before: Sums]
  readonly transitions: readonly [now: Transitions, before: Transitions]
}

export const addSums = (all: Iterable<Sums>): Sums => {
  const total: Record<string, number> = { ...noSums }
  for (const sums of all) for (const name in noSums) total[name]! += sums[name as keyof Sums]
  return total as Sums
}

function sumDays(byDay: SumsByKey, { from, until }: Period['days']): Sums {
  return addSums(listDays({ from, until }).flatMap((day) => byDay.get(day) ?? []))
}

export function countSumsUntil(
  clock: Parameters<typeof countUntil>[0],
  byHour: ReadonlyMap<number, Sums>,
): Sums {
  const names = Object.keys(noSums) as (keyof Sums)[]
  return Object.fromEntries(
    names.map((name) => [
      name,
      countUntil(clock, new Map([...byHour].map(([hour, sums]) => [hour, sums[name]]))),
    ]),
  ) as Sums
}

async function compareToday({ database, clock, now }: ReportContext): Promise<Comparison> {
  const { today, yesterday } = clock
  const [hours, hoursBefore, transitions, transitionsBefore] = await Promise.all([
    readHours(database, today),
    readHours(database, yesterday),
    readTransitions(database, { days: { from: today, until: addDays(today, 1) } }),
    readTransitions(database, {
      days: { from: yesterday, until: today },
      before: new Date(now.getTime() - millisecondsPerDay),
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
] as const satisfies readonly TransitionFigure[]

function createFiguresTable(comparisons: readonly Comparison[]): Table {
  const row = (figure: Row['figure'] & string, createCell: (one: Comparison) => Cell): Row => ({
    label: getFigure(figure).label,
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

async function createStoriesTable(context: ReportContext, stories: SumsByKey): Promise<Table> {
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
}

const regionNames = new Intl.DisplayNames('en-GB', { type: 'region' })
const formatCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? code) : 'Unknown'

function createRejectionsTable(rows: Awaited<ReturnType<typeof readRejections>>): Table {
  return {
    id: 'rejected',
    title: 'Events that weren’t counted',
    note: 'Seven whole days before today. A rise after a deploy is a fault to look into.',
    rowHeading: 'Reason',
    columns: [{ label: 'Events rejected', figure: 'rejected', comparedWith: 'the 7 days before' }],
    rows: rows.map(({ reason, value, before }) => ({
      label: reason,
      cells: [createCount('rejected', value, before)],
    })),
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
  const pair = (figure: TransitionFigure) => ({
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
      createFiguresTable(comparisons),
      createDaysTable(listDays(month.days), byDay, (day) =>
        countTransitions(starts, 'starts', day),
      ),
      await createStoriesTable(context, stories),
      createSourcesTable(
        sources,
        (source) => countTransitions(weekBySource, 'starts', source),
        'Seven whole days before today. Subscriptions by how their reader’s visit began.',
      ),
      createGroupTable(
        readerKinds,
        { id: 'readers', title: 'Who reads', rowHeading: 'Readers' },
        (kind) => readerKindNames[kind] ?? kind,
      ),
      createGroupTable(
        countries,
        { id: 'countries', title: 'Countries', rowHeading: 'Country' },
        formatCountry,
      ),
      createRejectionsTable(rejections),
    ],
  })
}
