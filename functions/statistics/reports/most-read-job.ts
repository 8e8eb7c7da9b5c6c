/** Finds the most-read stories, so that pages and isolates don't each add up a month. */
import { z } from 'zod'
import {
  type ListedStory,
  listedStorySchema,
} from '../../../src/contracts/endpoints/statistics-endpoints.ts'
import { type Result, succeed } from '../../../src/domain/result.ts'
import { getMinProviderReads } from '../../../src/domain/statistics/collecting.ts'
import { type Clock, getPeriod } from '../../../src/domain/statistics/periods.ts'
import { layOutText } from '../../../src/domain/text-language.ts'
import { addDays, type CalendarDay } from '../../../src/domain/time-zone.ts'
import type { FirestoreFailure } from '../../platform/adapters/firestore.ts'
import type { Job } from '../../platform/cron/cron-job.ts'
import type { StatisticsDatabase } from '../records/statistics-database.ts'
import {
  type Hour,
  readMostReadOfDays,
  readMostReadOfHours,
  type StoryReads,
} from './read-statistics.ts'
import { createReportContext, type ReportContext, type ReportDeps } from './report-context.ts'

const minute = 60_000

/** Milliseconds after which a list is renewed. Adding up a month takes a while, and the result hardly changes. */
const lifetimes = { now: 0, week: 30 * minute, month: 60 * minute } as const
export type MostReadName = keyof typeof lifetimes
const mostReadNames = Object.keys(lifetimes) as readonly MostReadName[]

/** The current hour and the two before it: enough that a list doesn't become empty on the hour. */
const hoursOfNow = 3

/** The number of days before today that the weekly and the monthly list cover. */
const daysBefore = { week: 7, month: 28 } as const

/** Minimum numbers of reads. The three hours may be around midnight; the other lists include today. */
export const minProviderReads: Readonly<Record<MostReadName, number>> = {
  now: getMinProviderReads(2),
  week: getMinProviderReads(daysBefore.week + 1),
  month: getMinProviderReads(daysBefore.month + 1),
}

/** The number of stories in a list; a shorter list isn't shown. */
export const listLength = 5

/** Some candidates are removed: withdrawn and hidden stories by this job, later withdrawals by the endpoint. */
const [maxCandidates, maxStored] = [40, 10]

export function listLatestHours(
  { today, hour }: Pick<Clock, 'today' | 'hour'>,
  count: number,
): Hour[] {
  return Array.from({ length: count }, (_, ago) => {
    const passed = hour - ago
    return passed >= 0
      ? { day: today, hour: passed }
      : { day: addDays(today, -1), hour: passed + 24 }
  })
}

function findRows(
  { database, clock }: ReportContext,
  name: MostReadName,
): Promise<readonly StoryReads[]> {
  if (name === 'now')
    return readMostReadOfHours(database, listLatestHours(clock, hoursOfNow), maxCandidates, {
      by: 'providerReads',
      minProviderReads: minProviderReads.now,
    })
  const { from } = getPeriod(clock.today, daysBefore[name]).days
  const until: CalendarDay = addDays(clock.today, 1)
  return readMostReadOfDays(database, { from, until }, maxCandidates, minProviderReads[name])
}

/** Returns slugs. A renamed story has the reads of all its addresses. */
async function findCandidates(context: ReportContext, name: MostReadName): Promise<string[]> {
  const rows = await findRows(context, name)
  const stories = await context.groupByStory(
    rows.map((row) => [row.slug, row.providerReads] as const),
  )
  return [...stories]
    .map(([slug, reads]) => ({ slug, reads: reads.reduce((sum, each) => sum + each, 0) }))
    .sort((one, other) => other.reads - one.reads)
    .map(({ slug }) => slug)
}

const articleSchema = listedStorySchema
  .pick({ title: true })
  .extend({ language: z.string().optional(), status: z.literal('published') })
const hiddenSchema = z.object({ hiddenFromMostRead: z.array(z.string()) })

function toListedStory(slug: string, { title, language }: z.output<typeof articleSchema>) {
  const { attributes } = layOutText(title, { language })
  return Object.keys(attributes).length > 0
    ? { slug, title, titleAttributes: attributes }
    : { slug, title }
}

/** Costs a database read per candidate. */
async function listStories(
  context: ReportContext,
  name: MostReadName,
): Promise<Result<readonly ListedStory[], FirestoreFailure>> {
  const { firestore } = context
  const candidates = await findCandidates(context, name)
  if (candidates.length === 0) return succeed([])
  const [front, articles] = await Promise.all([
    firestore.get('front/home'),
    firestore.getAll(
      candidates.map((slug) => `articles/${slug}`),
      ['title', 'language', 'status'],
    ),
  ])
  if (!front.ok) return front
  if (!articles.ok) return articles
  const hidden = hiddenSchema.safeParse(front.value?.fields).data?.hiddenFromMostRead ?? []
  return succeed(
    candidates
      .flatMap((slug, index) => {
        const article = articleSchema.safeParse(articles.value[index]?.fields).data
        return article && !hidden.includes(slug) ? [toListedStory(slug, article)] : []
      })
      .slice(0, maxStored),
  )
}

const storiesSchema = z.array(listedStorySchema)

export async function readLists(database: StatisticsDatabase) {
  const { results } = await database
    .prepare('SELECT name, at, stories FROM mostRead')
    .all<{ name: string; at: string; stories: string }>()
  return new Map(
    results.map(({ name, at, stories }) => [
      name,
      { at: new Date(at), stories: storiesSchema.parse(JSON.parse(stories)) },
    ]),
  )
}

type StoredList = NonNullable<ReturnType<Awaited<ReturnType<typeof readLists>>['get']>>

/** Returns whether to renew a list. A list that is too short to be shown is renewed at each run. */
function isDue(list: StoredList | undefined, lifetime: number, now: Date): boolean {
  if (!list || now.getTime() - list.at.getTime() >= lifetime) return true
  return list.stories.length < listLength
}

export const createMostReadJob = (deps: ReportDeps): Job => ({
  name: 'mostRead',
  async run(run) {
    const context = createReportContext(deps)
    const lists = await readLists(deps.statistics)
    let done = 0
    for (const name of mostReadNames) {
      if (!run.hasTime() || !isDue(lists.get(name), lifetimes[name], context.now)) continue
      const stories = await listStories(context, name)
      if (!stories.ok) return stories
      await deps.statistics
        .prepare(
          `INSERT INTO mostRead (name, at, stories) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET at = excluded.at, stories = excluded.stories`,
        )
        .bind(name, context.now.toISOString(), JSON.stringify(stories.value))
        .all()
      done++
    }
    return succeed({ done, failed: 0, waitingSince: null })
  },
})
