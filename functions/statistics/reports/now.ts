import type { Now } from '../../../src/contracts/pages/desk-page.ts'
import { addNumbers } from '../../../src/domain/statistics/numbers.ts'
import { createCell } from '../../../src/domain/statistics/report.ts'
import { listLatestHours } from './most-read-job.ts'
import { readHours, readMostReadOfHours } from './read-statistics.ts'
import { getStoryReportPath, loadTitles, type ReportContext } from './report-context.ts'

const maxStories = 8

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Returns the current hour's statistics, together with the previous hour's. */
export async function createNow(context: ReportContext): Promise<Now> {
  const { database, firestore, clock, now, groupByStory } = context
  const [current, previous] = listLatestHours(clock, 2) as [
    ReturnType<typeof listLatestHours>[number],
    ReturnType<typeof listLatestHours>[number],
  ]
  const [hours, hoursBefore, rows] = await Promise.all([
    readHours(database, current.day),
    readHours(database, previous.day),
    readMostReadOfHours(database, [current, previous], maxStories, {
      by: 'reads',
      minProviderReads: 0,
    }),
  ])
  const stories = await groupByStory(rows.map((row) => [row.slug, row] as const))
  const findTitle = await loadTitles(firestore, [...stories.keys()])
  const counted = hours.get(current.hour) ?? {}
  const both = addNumbers([counted, hoursBefore.get(previous.hour) ?? {}])
  return {
    at: now,
    table: {
      id: 'now',
      title: 'Now',
      note: 'Views since the beginning of the current hour, and since the beginning of the previous one.',
      rowHeading: 'Story',
      columns: [
        { label: `Since ${formatHour(current.hour)}`, figure: 'views' },
        { label: `Since ${formatHour(previous.hour)}`, figure: 'views' },
      ],
      rows: [
        {
          label: 'All stories',
          cells: [createCell('views', counted), createCell('views', both)],
        },
        ...[...stories].map(([slug, counts]) => ({
          label: findTitle(slug),
          path: getStoryReportPath(slug),
          cells: [
            { value: sum(counts.map(({ latest }) => latest)) },
            { value: sum(counts.map(({ views }) => views)) },
          ],
        })),
      ],
    },
  }
}
