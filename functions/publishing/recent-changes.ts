/**
 * Articles changed since the build: new ones can be read immediately, and withdrawn ones are refused. Costs at most one
 * query per five seconds, and an unknown address never costs a read. A query that reaches its limit may have dropped
 * withdrawn articles, so these are queried separately, by status alone, which needs no index.
 */
import { z } from 'zod'
import { syncOverlap } from '../../src/contracts/site-files/build-timestamp.ts'
import {
  accessSchema,
  categorySchema,
  editorsPickSchema,
  tagsSchema,
} from '../../src/domain/article.ts'
import { identifierSchema } from '../../src/domain/identifier.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import { createOutageTracker } from '../identity/outage-tracker.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { getErrorName } from '../platform/error-name.ts'
import type { Log } from '../platform/log.ts'
import type { KeepAlive } from '../platform/single-flight.ts'
import { waitAtMost } from '../platform/wait-at-most.ts'

/** The fields that determine which lists an article is in. */
const placeSchema = z.object({
  category: categorySchema,
  editorsPick: editorsPickSchema,
  tags: tagsSchema,
  authors: z.array(slugSchema),
  publishedAt: z.date(),
})
export type Place = z.infer<typeof placeSchema>

const changeSchema = z.object({
  status: z.enum(['draft', 'scheduled', 'published', 'withdrawn']),
  access: accessSchema.optional(),
  /** The identifier of a renamed story. */
  identifier: identifierSchema,
  updatedAt: z.date(),
})
export type Change = z.infer<typeof changeSchema> & {
  /** Null if the fields can't be read. */
  readonly place: Place | null
}

const changeFields = ['status', 'access', 'identifier', ...Object.keys(placeSchema.shape)]

/** In milliseconds. */
export const cacheMilliseconds = 5000

export const maxChanges = 500

/** The maximum number of reads, made only if a query has reached its limit. */
export const maxWithdrawn = 10_000

/** In milliseconds, like `syncOverlap`. */
const queryOverlap = 60_000

/** In milliseconds. By then, the request that started the query has ended. */
const queryTimeout = 30_000

/**
 * In milliseconds, from the start of its query. A list of this age is used for what the build contains while a newer one
 * is queried, so that the request doesn't wait. Withdrawals apply within ten seconds.
 */
export const usableMilliseconds = 9000

/** `milliseconds` from the start of the query. `usesKnown`: a usable list is enough. */
type Wait = { readonly milliseconds: number; readonly usesKnown: boolean }

/** An unbuilt path may be a story that has just been published, so it waits for a new list. */
export const maxWait = {
  builtArticle: { milliseconds: 250, usesKnown: true },
  unbuiltPath: { milliseconds: 2000, usesKnown: false },
  /** Another address of a story, which it may just have got. */
  renamedStory: { milliseconds: 250, usesKnown: false },
  landingPage: { milliseconds: 500, usesKnown: true },
} as const satisfies Record<string, Wait>

/** The first wait is longer, because any article could be withdrawn until the first list has been loaded. */
const maxWaitForFirstList = 2000

export type RecentChanges = {
  /**
   * Returns null if the article hasn't changed or its state is unknown. Waits longer for the first list. Never fails.
   */
  find(slug: string, maxWait: Wait, keepAlive: KeepAlive): Promise<Change | null>
  /** Returns changes by slug, including those from shortly before the build; null if they are unknown. Never fails. */
  list(maxWait: Wait, keepAlive: KeepAlive): Promise<ReadonlyMap<string, Change> | null>
  /** Makes the next call query again. Called after publishing. */
  invalidate(): void
}

export type RecentChangesDeps = {
  readonly firestore: Pick<Firestore, 'query'>
  /** Returns the build's time by Firestore's clock; null if unknown. */
  readonly builtAt: () => Promise<Date | null>
  readonly now: () => Date
  readonly log: Log
}

type RunningQuery = { readonly startedAt: number; readonly finished: Promise<void> }

export function createRecentChanges(deps: RecentChangesDeps): RecentChanges {
  const { firestore, builtAt, now, log } = deps
  const tracker = createOutageTracker()
  /** In ascending order of time. */
  const changes = new Map<string, Change>()
  let since: Date | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  /** When the query of the list began. */
  let knownAt = Number.NEGATIVE_INFINITY
  let running: RunningQuery | null = null
  let hasAnswered = false

  function addChange(slug: string, fields: unknown) {
    const change = changeSchema.safeParse(fields)
    if (!change.success) return log('changed_article_invalid', { slug })
    const known = changes.get(slug)
    if (known && known.updatedAt > change.data.updatedAt) return
    changes.delete(slug)
    changes.set(slug, { ...change.data, place: placeSchema.safeParse(fields).data ?? null })
  }

  /** Keeps the newest changes and all withdrawn articles. */
  function evict() {
    const others = [...changes].filter(([, { status }]) => status !== 'withdrawn')
    for (const [slug] of others.slice(0, -maxChanges)) changes.delete(slug)
  }

  /** Returns whether the query succeeded. */
  async function loadWithdrawn(from: Date): Promise<boolean> {
    const before = [...changes].filter(([, { status }]) => status === 'withdrawn')
    const found = new Set<string>()
    let afterId: string | undefined
    do {
      const answer = await firestore.query({
        collection: 'articles',
        where: [{ field: 'status', is: 'EQUAL', value: 'withdrawn' }],
        limit: maxChanges,
        fields: ['status', 'access', 'updatedAt'],
        ...(afterId === undefined ? {} : { afterId }),
      })
      if (!answer.ok) {
        log('recent_changes_unavailable', { kind: answer.failure.kind })
        return false
      }
      const { documents } = answer.value
      for (const { id, fields } of documents) {
        found.add(id)
        if (!(fields.updatedAt instanceof Date && fields.updatedAt < from)) addChange(id, fields)
      }
      afterId = documents.length === maxChanges ? documents.at(-1)!.id : undefined
    } while (afterId !== undefined && found.size < maxWithdrawn)
    if (afterId !== undefined) {
      log('recent_changes_withdrawn_full', { most: maxWithdrawn })
      return true
    }
    // The article was published again, and is removed from the list.
    for (const [slug, change] of before) {
      if (!found.has(slug) && changes.get(slug) === change) changes.delete(slug)
    }
    return true
  }

  /** Returns whether the query succeeded. */
  async function loadChanges(): Promise<boolean> {
    if (!since) {
      const built = await builtAt()
      if (!built) return false
      since = new Date(built.getTime() - syncOverlap)
    }
    const answer = await firestore.query({
      collection: 'articles',
      where: [{ field: 'updatedAt', is: 'GREATER_THAN_OR_EQUAL', value: since }],
      orderBy: 'updatedAt',
      newestFirst: true,
      limit: maxChanges,
      fields: changeFields,
    })
    if (!answer.ok) {
      log('recent_changes_unavailable', { kind: answer.failure.kind })
      return false
    }
    const { documents, readAt } = answer.value
    for (const { id, fields } of documents.toReversed()) addChange(id, fields)
    evict()
    if (documents.length === maxChanges) {
      log('recent_changes_full', { most: maxChanges })
      if (!(await loadWithdrawn(since))) return false
    }
    hasAnswered = true
    since = new Date(Math.max(since.getTime(), readAt.getTime() - queryOverlap))
    return true
  }

  function startQuery(at: number, keepAlive: KeepAlive): RunningQuery {
    const finished = loadChanges()
      .catch((error: unknown) => {
        log('recent_changes_unavailable', { kind: getErrorName(error) })
        return false
      })
      .then((isAnswered) => {
        tracker.recordAttempt(isAnswered, now())
        // The cache has been invalidated since, so the result may be outdated.
        if (running?.finished !== finished) return
        running = null
        if (!isAnswered) return
        fetchedAt = now().getTime()
        knownAt = at
      })
    keepAlive(finished)
    return { startedAt: at, finished }
  }

  async function update({ milliseconds, usesKnown }: Wait, keepAlive: KeepAlive) {
    const at = now().getTime()
    if (running && at - running.startedAt > queryTimeout) running = null
    const isOld = at - fetchedAt >= cacheMilliseconds || at - knownAt >= usableMilliseconds
    if (isOld && (running || tracker.shouldTry(now()))) {
      running ??= startQuery(at, keepAlive)
      if (usesKnown && at - knownAt < usableMilliseconds) return
      await waitAtMost(running.finished, running.startedAt + milliseconds - at)
    }
  }

  return {
    async find(slug, wait, keepAlive) {
      const milliseconds = hasAnswered ? 0 : maxWaitForFirstList
      await update({ ...wait, milliseconds: Math.max(wait.milliseconds, milliseconds) }, keepAlive)
      return changes.get(slug) ?? null
    },
    async list(wait, keepAlive) {
      await update(wait, keepAlive)
      return hasAnswered ? changes : null
    },
    invalidate() {
      fetchedAt = Number.NEGATIVE_INFINITY
      knownAt = Number.NEGATIVE_INFINITY
      running = null
    },
  }
}
