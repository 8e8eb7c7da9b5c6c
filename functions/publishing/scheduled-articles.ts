import { articleSchema } from '../../src/domain/article.ts'
import { requestRebuild } from '../../src/domain/rebuild.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type {
  CommitResult,
  Firestore,
  FirestoreFailure,
  StoredDocument,
  Write,
} from '../platform/adapters/firestore.ts'
import { catchExceptions, type Job, type JobOutcome, type Run } from '../platform/cron/cron-job.ts'
import type { Log } from '../platform/log.ts'
import { advanceRebuild, type RebuildDeps } from './advance-rebuild.ts'
import { requestRebuildUpTo, updateRebuild } from './rebuild-record.ts'
import type { RecentChanges } from './recent-changes.ts'

/** A conflict usually means that an editor has changed the article. The next run follows in a minute. */
const maxAttempts = 3

/** Sorts by time, like the ids of editors' revisions. */
const createRevisionId = (now: Date) =>
  `${now.toISOString().replaceAll(/[-:.]/g, '')}-${crypto.randomUUID().slice(0, 8)}`

function createWrites({ id, fields, updateTime }: StoredDocument, now: Date): Write[] {
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
      set: `articles/${id}/revisions/${createRevisionId(now)}`,
      fields: { by: 'schedule', action: 'published', fields: published },
      serverTimes: ['at'],
      ifExists: false,
    },
  ]
}

const isDue = ({ fields }: StoredDocument, now: Date) =>
  fields.status === 'scheduled' && fields.publishedAt instanceof Date && fields.publishedAt <= now

type ArticleDeps = {
  readonly firestore: Firestore
  readonly recentChanges: RecentChanges
  readonly now: () => Date
  readonly log: Log
}

type Published = Result<CommitResult, FirestoreFailure | { readonly kind: 'malformed' }>

/** Returns null if the article is no longer due. */
async function publishDue(
  { firestore, now }: ArticleDeps,
  due: StoredDocument,
): Promise<Published | null> {
  const found = await firestore.get(`articles/${due.id}`)
  if (!found.ok) return found
  const article = found.value
  if (!article || !isDue(article, now())) return null
  // Builds leave out malformed articles.
  if (!articleSchema.safeParse({ ...article.fields, status: 'published' }).success) {
    return fail({ kind: 'malformed' })
  }
  const committed = await updateRebuild(
    firestore,
    (rebuild) => {
      const requested = requestRebuild(rebuild, now())
      if (!requested) return null
      // `requestedUpTo` is omitted because the commit sets it to its own time.
      const { requestedUpTo: _, ...rest } = requested
      return rest
    },
    createWrites(article, now()),
    maxAttempts,
  )
  return committed.ok ? succeed(committed.value!) : committed
}

/**
 * Publishes due articles. Each commit also requests the rebuild. An article that fails is logged and retried in the
 * next run, without delaying the others. Costs a read, plus two per due article.
 */
export async function publishScheduled(
  deps: ArticleDeps,
  run: Pick<Run, 'hasTime'>,
): Promise<Result<JobOutcome, FirestoreFailure>> {
  const { firestore, recentChanges, now, log } = deps
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
      ? await catchExceptions(async () => (await publishDue(deps, document)) ?? succeed(null))
      : fail({ kind: 'unavailable' as const, reason: 'out of time' })
    if (!published.ok && published.failure.kind === 'unavailable') {
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
    recentChanges.invalidate()
    log('scheduled_articles_published', { articles: done })
    // The commit may be slightly later than its own timestamp.
    const recorded = await requestRebuildUpTo(firestore, last)
    if (!recorded.ok) return recorded
  }
  return succeed({ done, failed, waitingSince })
}

type Publish = (run: Run) => Promise<Result<JobOutcome, FirestoreFailure>>

/** `publishOthers` publishes other scheduled documents. */
export const createArticlesJob = (
  services: ArticleDeps & RebuildDeps,
  publishOthers: Publish,
): Job => ({
  name: 'articles',
  async run(run) {
    const articles = await publishScheduled(services, run)
    const others = await publishOthers(run)
    const published = addOutcomes(articles, others)
    if (!published.ok || published.value.done === 0) return published
    // The rebuild job may have run already. If this step fails, that job's next run starts the rebuild.
    const step = await catchExceptions(() => advanceRebuild(services))
    if (!step.ok) services.log('rebuild_not_advanced', { reason: step.failure.kind })
    return published
  },
})

function addOutcomes(
  one: Awaited<ReturnType<Publish>>,
  other: Awaited<ReturnType<Publish>>,
): Awaited<ReturnType<Publish>> {
  if (!one.ok) return one
  if (!other.ok) return other
  const { done, failed, waitingSince } = one.value
  const waiting = [waitingSince, other.value.waitingSince].filter((since) => since !== null)
  return succeed({
    done: done + other.value.done,
    failed: failed + other.value.failed,
    waitingSince: waiting.toSorted((first, second) => Number(first) - Number(second))[0] ?? null,
  })
}
