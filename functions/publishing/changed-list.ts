/**
 * What has changed in `articles` since the site that this Worker belongs to was built: a small list,
 * kept for one isolate, so that what was published since can be read at once, and what was withdrawn
 * is given to nobody. It costs one query in five seconds at most, whoever asks, and nobody waits long
 * for it: while Firestore is slow or away the last known list stands. It says nothing of an article
 * that has not changed, or whose document is not one.
 *
 * It holds the newest changes up to a limit. When more has changed, as after a large import, the rest
 * of it can be read when it is built, and not before: what is not on the list costs no read, ever.
 * What is withdrawn has no place to lose: where a query is full, which may have pushed it out, the
 * withdrawn articles are asked for by themselves. That one is by status alone, over all time, because
 * it then needs no index of its own, and withdrawn articles are few.
 */
import { z } from 'zod'
import { readOverlap } from '../../src/contracts/built.ts'
import { accessSchema } from '../../src/domain/article.ts'
import { createOutage } from '../account/outage.ts'
import type { Firestore } from '../adapters/firestore.ts'

const changeSchema = z.object({
  status: z.enum(['draft', 'scheduled', 'published', 'withdrawn']),
  access: accessSchema.optional(),
  updatedAt: z.date(),
})
export type Change = z.infer<typeof changeSchema>

/** Milliseconds for which one answer is everybody's. */
export const rememberedFor = 5000

/** Changes that are kept: one page of a query. */
export const mostChanges = 500

/** Withdrawn articles that are asked for at most: so many reads, and only where a query is full. */
export const mostWithdrawn = 10_000

/** Milliseconds by which later queries go back behind the one before: as readOverlap, for minutes. */
const overlap = 60_000

/** Milliseconds after which a query that has not come back never will: its request was cut off. */
const lostAfter = 30_000

/** How long somebody waits for news, in milliseconds from when it was asked for. */
export const patience = {
  /** For readers who would have the text at once without it. */
  reading: 250,
  /** For what is not there otherwise. */
  missing: 2000,
} as const

export type ChangedList = {
  /** What became of an article since the build; null where nothing did. Never fails. */
  find(slug: string, patience: number, keepAlive: KeepAlive): Promise<Change | null>
  /** Something has just been published: the next to ask finds out. */
  forget(): void
}

/** As waitUntil: others may wait for a query when whoever began it has gone. */
export type KeepAlive = (work: Promise<unknown>) => void

export type ChangedListDependencies = {
  readonly firestore: Pick<Firestore, 'query'>
  /** Up to when the site holds everything, by Firestore's clock; null where it does not say. */
  readonly builtAt: () => Promise<Date | null>
  readonly now: () => Date
  readonly log: (event: string, details: Readonly<Record<string, string | number>>) => void
}

type Asking = { readonly begunAt: number; readonly over: Promise<void> }

export function createChangedList(dependencies: ChangedListDependencies): ChangedList {
  const { firestore, builtAt, now, log } = dependencies
  const outage = createOutage()
  /** The latest change last. */
  const changes = new Map<string, Change>()
  let since: Date | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  let asking: Asking | null = null

  function take(slug: string, fields: unknown) {
    const change = changeSchema.safeParse(fields)
    if (!change.success) return log('changed_article_invalid', { slug })
    const known = changes.get(slug)
    if (known && known.updatedAt > change.data.updatedAt) return
    changes.delete(slug)
    changes.set(slug, change.data)
  }

  /** The newest changes and all that is withdrawn stay. */
  function evict() {
    const others = [...changes].filter(([, { status }]) => status !== 'withdrawn')
    for (const [slug] of others.slice(0, -mostChanges)) changes.delete(slug)
  }

  /** What was withdrawn since then, wherever it stands among the changes. Whether there was an answer. */
  async function takeWithdrawn(from: Date): Promise<boolean> {
    const before = [...changes].filter(([, { status }]) => status === 'withdrawn')
    const found = new Set<string>()
    let afterId: string | undefined
    do {
      const answer = await firestore.query({
        collection: 'articles',
        where: [{ field: 'status', is: 'EQUAL', value: 'withdrawn' }],
        limit: mostChanges,
        fields: ['status', 'access', 'updatedAt'],
        ...(afterId === undefined ? {} : { afterId }),
      })
      if (!answer.ok) {
        log('changed_list_unavailable', { kind: answer.failure.kind })
        return false
      }
      const { documents } = answer.value
      for (const { id, fields } of documents) {
        found.add(id)
        if (!(fields.updatedAt instanceof Date && fields.updatedAt < from)) take(id, fields)
      }
      afterId = documents.length === mostChanges ? documents.at(-1)!.id : undefined
    } while (afterId !== undefined && found.size < mostWithdrawn)
    if (afterId !== undefined) {
      log('changed_list_withdrawn_full', { most: mostWithdrawn })
      return true
    }
    // Published again, and pushed out itself.
    for (const [slug, change] of before) {
      if (!found.has(slug) && changes.get(slug) === change) changes.delete(slug)
    }
    return true
  }

  /** Whether there was an answer. */
  async function ask(): Promise<boolean> {
    if (!since) {
      const built = await builtAt()
      if (!built) return false
      since = new Date(built.getTime() - readOverlap)
    }
    const answer = await firestore.query({
      collection: 'articles',
      where: [{ field: 'updatedAt', is: 'GREATER_THAN_OR_EQUAL', value: since }],
      orderBy: 'updatedAt',
      newestFirst: true,
      limit: mostChanges,
      fields: ['status', 'access'],
    })
    if (!answer.ok) {
      log('changed_list_unavailable', { kind: answer.failure.kind })
      return false
    }
    const { documents, readAt } = answer.value
    for (const { id, fields } of documents.toReversed()) take(id, fields)
    evict()
    if (documents.length === mostChanges) {
      log('changed_list_full', { most: mostChanges })
      if (!(await takeWithdrawn(since))) return false
    }
    since = new Date(Math.max(since.getTime(), readAt.getTime() - overlap))
    return true
  }

  function begin(at: number, keepAlive: KeepAlive): Asking {
    const over = ask()
      .catch((error: unknown) => {
        log('changed_list_unavailable', { kind: error instanceof Error ? error.name : 'unknown' })
        return false
      })
      .then((answered) => {
        outage.note(answered, now())
        // Forgotten meanwhile: the answer may be from before what is to be found.
        if (asking?.over !== over) return
        asking = null
        if (answered) answeredAt = now().getTime()
      })
    keepAlive(over)
    return { begunAt: at, over }
  }

  return {
    async find(slug, wait, keepAlive) {
      const at = now().getTime()
      if (asking && at - asking.begunAt > lostAfter) asking = null
      if (at - answeredAt >= rememberedFor && (asking || outage.shouldAsk(now()))) {
        asking ??= begin(at, keepAlive)
        await overOrAfter(asking.over, asking.begunAt + wait - at)
      }
      return changes.get(slug) ?? null
    },
    forget() {
      answeredAt = Number.NEGATIVE_INFINITY
      asking = null
    },
  }
}

/** Ends with the work, or without it after so many milliseconds. */
async function overOrAfter(work: Promise<void>, milliseconds: number) {
  if (milliseconds <= 0) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const after = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, after])
  clearTimeout(timer)
}
