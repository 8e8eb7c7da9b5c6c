/** Publishes scheduled articles, without an editor. */
import { articleSchema } from '../../src/domain/article.ts'
import { withWish } from '../../src/domain/rebuild.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Committed, FirestoreFailure, StoredDocument, Write } from '../adapters/firestore.ts'
import { isolate, type Job, type JobOutcome, type Run } from '../cron/job.ts'
import type { Services } from '../http/context.ts'
import { lookAfterRebuild } from './rebuild.ts'
import { changeRebuild } from './rebuild-record.ts'

/** Not many: most often the article has changed meanwhile, and the next minute looks again. */
const rounds = 3

/** Sorts by time, like those of editors. */
const revisionId = (now: Date) =>
  `${now.toISOString().replaceAll(/[-:.]/g, '')}-${crypto.randomUUID().slice(0, 8)}`

/** The article as published, if it is still what it was, and what the log of changes says of it. */
function writesOf({ id, fields, updateTime }: StoredDocument, now: Date): Write[] {
  const { updatedAt: _, ...article } = fields
  const published = { ...article, status: 'published' }
  return [
    {
      set: `articles/${id}`,
      fields: published,
      serverTimes: ['updatedAt'],
      ifUpdatedAt: updateTime,
    },
    {
      set: `articles/${id}/revisions/${revisionId(now)}`,
      fields: { by: 'schedule', action: 'published', fields: published },
      serverTimes: ['at'],
      ifExists: false,
    },
  ]
}

const isDue = ({ fields }: StoredDocument, now: Date) =>
  fields.status === 'scheduled' && fields.publishedAt instanceof Date && fields.publishedAt <= now

type Deps = Pick<Services, 'firestore' | 'changedList' | 'now' | 'log'>

type Published = Result<Committed, FirestoreFailure | { readonly kind: 'malformed' }>

/** Null if it isn't due any more. */
async function publish({ firestore, now }: Deps, due: StoredDocument): Promise<Published | null> {
  const found = await firestore.get(`articles/${due.id}`)
  if (!found.ok) return found
  const article = found.value
  if (!article || !isDue(article, now())) return null
  // A malformed article would stop the whole site from being built.
  if (!articleSchema.safeParse({ ...article.fields, status: 'published' }).success) {
    return fail({ kind: 'malformed' })
  }
  const committed = await changeRebuild(
    firestore,
    (rebuild) => {
      const wished = withWish(rebuild, now())
      if (!wished) return null
      // The wish is the commit's time, which only the commit knows.
      const { wanted: _, ...rest } = wished
      return rest
    },
    writesOf(article, now()),
    rounds,
  )
  return committed.ok ? succeed(committed.value!) : committed
}

/**
 * Publishes the articles that are due, each in a commit that also asks for the rebuild: whatever happens
 * in between, none is published without the site learning of it. An article that fails is logged and
 * looked at again in the next run, which reads every due article, so that it delays none of the others.
 * Costs a read, and two more for each article that is due.
 */
export async function publishScheduled(
  deps: Deps,
  run: Pick<Run, 'hasTime'>,
): Promise<Result<JobOutcome, FirestoreFailure>> {
  const { firestore, changedList, now, log } = deps
  const due = await firestore.query({
    collection: 'articles',
    where: [
      { field: 'status', is: 'EQUAL', value: 'scheduled' },
      { field: 'publishedAt', is: 'LESS_THAN_OR_EQUAL', value: now() },
    ],
    orderBy: 'publishedAt',
    fields: ['status', 'publishedAt'],
  })
  if (!due.ok) return due
  const { documents } = due.value
  let [done, failed] = [0, 0]
  let waitingSince: Date | null = null
  let last: Date | null = null
  for (const document of documents) {
    const published = run.hasTime()
      ? await isolate(async () => (await publish(deps, document)) ?? succeed(null))
      : fail({ kind: 'unavailable' as const, reason: 'out of time' })
    if (!published.ok && published.failure.kind === 'unavailable') {
      // It says nothing about the article, and the next run begins with it.
      waitingSince = document.fields.publishedAt as Date
      break
    }
    if (!published.ok) {
      failed++
      log('scheduled_article_not_published', { id: document.id, reason: published.failure.kind })
    } else if (published.value) {
      done++
      last = new Date(published.value.at)
    }
  }
  if (last) {
    changedList.forget()
    log('scheduled_articles_published', { articles: done })
    // A commit may be a little later than the time that it stamps.
    const wanted = last
    const noted = await changeRebuild(firestore, (rebuild) => withWish(rebuild, wanted))
    if (!noted.ok) return noted
  }
  return succeed({ done, failed, waitingSince })
}

export const articlesJob = (services: Services): Job => ({
  name: 'articles',
  async run(run) {
    const published = await publishScheduled(services, run)
    if (!published.ok || published.value.done === 0) return published
    // The job of the rebuilds may have run already. If this fails, its next run starts the rebuild.
    const step = await isolate(() => lookAfterRebuild(services))
    if (!step.ok) services.log('rebuild_not_looked_after', { reason: step.failure.kind })
    return published
  },
})
