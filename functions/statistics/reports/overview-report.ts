import { describeWeek } from '../../../src/domain/statistics/describe-week.ts'
import { addNumbers } from '../../../src/domain/statistics/numbers.ts'
import { getPeriod, listDays } from '../../../src/domain/statistics/periods.ts'
import type { Report } from '../../../src/domain/statistics/report.ts'
import { addDays } from '../../../src/domain/time-zone.ts'
import { compareTimes } from './compare-times.ts'
import { nameCountry, nameReaderKind, nameRejection } from './labels.ts'
import { readNumbers, readRejections, readSums } from './read-statistics.ts'
import {
  createReport,
  getStoryReportPath,
  loadTitles,
  type ReportContext,
} from './report-context.ts'
import {
  createDaysTable,
  createGroups,
  createGroupsTable,
  createSourcesTable,
  createStatisticsTable,
} from './report-tables.ts'

const maxCountries = 10
const maxStories = 20
/** The maximum number of stories in the summary. */
const maxDescribed = 50

const figures = [
  'views',
  'allViews',
  'reads',
  'readRate',
  'walls',
  'unlocks',
  'checkouts',
  'starts',
  'renewals',
  'cancellations',
  'registrations',
  'weeklySignUps',
  'revenue',
] as const

const sevenDays = 'The seven full days before today.'
const bars = { note: sevenDays, chart: 'bars' } as const

export async function createOverviewReport(context: ReportContext): Promise<Report> {
  const { database, firestore, clock, groupByStory } = context
  const week = getPeriod(clock.today, 7)
  const month = getPeriod(clock.today, 28)
  const allDays = { from: month.before.from, until: addDays(clock.today, 1) }
  const [byDay, storyRows, storyRowsBefore, bySource, kinds, countries, rejections] =
    await Promise.all([
      readNumbers(database, { days: allDays }, 'day'),
      readSums(database, week, 'slug'),
      readSums(database, { days: week.before }, 'slug'),
      readNumbers(database, week, 'source'),
      readSums(database, week, 'readerKind'),
      readSums(database, week, 'country', maxCountries),
      readRejections(database, week),
    ])
  const comparisons = await compareTimes(context, byDay, [])
  const [grouped, before] = [await groupByStory(storyRows), await groupByStory(storyRowsBefore)]
  const stories = [...grouped]
    .map(([slug, rows]) => ({ slug, now: addNumbers(rows) }))
    .sort((one, other) => (other.now.views ?? 0) - (one.now.views ?? 0))
    .slice(0, maxDescribed)
  const slugs = stories.map(({ slug }) => slug)
  const findTitle = await loadTitles(firestore, slugs)
  return createReport(context, {
    title: 'Overview',
    summary: describeWeek({
      ...comparisons[1]!,
      stories: stories.map(({ slug, now }) => ({
        title: findTitle(slug),
        now,
        before: addNumbers(before.get(slug) ?? []),
      })),
    }),
    tables: [
      createStatisticsTable(
        {
          id: 'figures',
          title: 'The publication',
          note: 'Whole days before today, compared with the same number of days before that; today compared with yesterday up to this time.',
        },
        figures,
        comparisons,
      ),
      createDaysTable(listDays(month.days), byDay, 'starts'),
      createGroupsTable(
        { id: 'stories', title: 'Most viewed stories', rowHeading: 'Story', ...bars },
        ['views', 'reads', 'readRate', 'walls'],
        stories.slice(0, maxStories).map(({ slug, now }) => ({
          label: findTitle(slug),
          path: getStoryReportPath(slug),
          now,
        })),
      ),
      createSourcesTable(
        `${sevenDays} Subscriptions by how the reader’s visit began.`,
        bySource,
        'starts',
      ),
      createGroupsTable(
        { id: 'readers', title: 'Kinds of reader', rowHeading: 'Readers', ...bars },
        ['views', 'reads', 'readRate'],
        createGroups(kinds, nameReaderKind),
      ),
      createGroupsTable(
        { id: 'countries', title: 'Countries', rowHeading: 'Country', ...bars },
        ['views', 'reads', 'readRate'],
        createGroups(countries, nameCountry),
      ),
      createGroupsTable(
        {
          id: 'rejected',
          title: 'Events that weren’t counted',
          note: `${sevenDays} If these numbers rise after a deploy, the deploy may have broken the counting.`,
          rowHeading: 'Reason',
          comparedWith: 'the 7 days before',
        },
        ['rejected'],
        rejections.map(({ reason, value, before }) => ({
          label: nameRejection(reason),
          now: { rejected: value },
          before: { rejected: before },
        })),
      ),
    ],
  })
}
