import { z } from 'zod'
import { type Result, succeed } from '../../../src/domain/result.ts'
import { counters } from '../../../src/domain/statistics/counters.ts'
import { addNumbers, hasAny } from '../../../src/domain/statistics/numbers.ts'
import { getPeriod, listDays } from '../../../src/domain/statistics/periods.ts'
import type { Report } from '../../../src/domain/statistics/report.ts'
import { storyCounterNames } from '../../../src/domain/statistics/statistic-definitions.ts'
import { addDays, getCalendarDay } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import type { FirestoreFailure } from '../../platform/adapters/firestore.ts'
import { compareTimes } from './compare-times.ts'
import { readNumbers } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import { createDaysTable, createSourcesTable, createStatisticsTable } from './report-tables.ts'

const storySchema = z.object({ title: z.string(), publishedAt: z.date() })

/** In days. Older stories from an imported archive have no statistics from that time. */
const maxDays = 5000

/** A story is seldom renamed; imported ones may have had several addresses elsewhere. */
const maxFormerAddresses = 20

const figures = [
  'views',
  'reads',
  'readRate',
  'depth25',
  'depth50',
  'depth75',
  'depth100',
  'walls',
  'wallRate',
  'unlocks',
  'checkouts',
  'storyStarts',
] as const

/** Returns null if there is no such story. */
export async function createStoryReport(
  context: ReportContext,
  slug: string,
): Promise<Result<Report | null, FirestoreFailure>> {
  const { database, firestore, clock } = context
  const [stored, redirects] = await Promise.all([
    firestore.getAll([`articles/${slug}`], ['title', 'publishedAt']),
    firestore.query({
      collection: 'redirects',
      where: [{ field: 'to', is: 'EQUAL', value: `/${slug}` }],
      limit: maxFormerAddresses,
      fields: ['from'],
    }),
  ])
  if (!stored.ok) return stored
  if (!redirects.ok) return redirects
  const story = storySchema.safeParse(stored.value[0]?.fields)
  if (!story.success) return succeed(null)
  const { today } = clock
  const publishedOn = getCalendarDay(story.data.publishedAt, site.timeZone)
  const first = [addDays(today, -maxDays), publishedOn, today].toSorted()[1]!
  const days = { from: first, until: addDays(today, 1) }
  const formerSlugs = redirects.value.documents.map(({ fields }) => String(fields.from).slice(1))
  const addresses = [slug, ...formerSlugs]
  const filter = { days, addresses }
  const [byDay, bySource] = await Promise.all([
    readNumbers(database, filter, 'day'),
    readNumbers(database, filter, 'source'),
  ])
  const comparisons = (await compareTimes(context, byDay, addresses)).map(
    ({ from, ...compared }) => {
      if (publishedOn < from) return compared
      // Days before the story was published, and the part of the day on which it was published, can't be compared.
      const { label, now } = compared
      return { label, now }
    },
  )
  const isCounted = [...byDay.values()].some((numbers) => hasAny(numbers, counters))
  const note =
    'Whole days before today, compared with the same number of days before that; today compared with yesterday up to this time. Days before the story was published aren’t compared.'
  return succeed(
    createReport(context, {
      title: story.data.title,
      tables: [
        createStatisticsTable(
          {
            id: 'figures',
            title: 'This story',
            note: isCounted ? note : `Nothing has been counted for this story yet. ${note}`,
          },
          [...new Set([...figures, ...storyCounterNames])],
          [...comparisons, { label: 'Since publication', now: addNumbers(byDay.values()) }],
        ),
        createDaysTable(listDays(getPeriod(today, 28).days), byDay, 'storyStarts'),
        createSourcesTable('Since publication.', bySource, 'storyStarts'),
      ],
    }),
  )
}
