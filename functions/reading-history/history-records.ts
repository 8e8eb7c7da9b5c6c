/** Stores and reads reading histories. Callers check whether a history may be stored. */
import { z } from 'zod'
import { articleSchema, isPublished } from '../../src/domain/article.ts'
import {
  addReadArticle,
  parseReadingHistory,
  type ReadArticle,
  removeReadArticle,
} from '../../src/domain/reading-history/reading-history.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { changeDocument } from '../platform/adapters/change-document.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'
import { maxOwnAttempts } from '../platform/adapters/optimistic-lock.ts'
import type { Log } from '../platform/log.ts'
import type { BuildManifest } from '../publishing/build-manifest.ts'
import { findCurrentSlug } from '../publishing/renamed-stories.ts'

type Deps = {
  readonly firestore: Pick<Firestore, 'get' | 'getAll' | 'commit'>
  readonly buildManifest: BuildManifest
  readonly log: Log
}
export type HistoryFailure = FirestoreFailure | { readonly kind: 'notFound' }

export const historyPath = (uid: string) => `readingHistory/${uid}`

/** Uses the current slugs of renamed stories, and includes each story once. */
async function parseArticles(deps: Deps, fields: unknown): Promise<readonly ReadArticle[]> {
  const { articles, malformed } = parseReadingHistory(fields)
  if (malformed > 0) deps.log('history_malformed', { count: malformed })
  const current = await Promise.all(
    articles.map(async (article) => ({
      ...article,
      slug: await findCurrentSlug(deps, article.slug),
    })),
  )
  const slugs = current.map(({ slug }) => slug)
  return current.filter(({ slug }, index) => slugs.indexOf(slug) === index)
}

/** Returns the newest articles first. Costs one database read. */
export async function loadHistory(
  deps: Deps,
  uid: string,
): Promise<Result<readonly ReadArticle[], FirestoreFailure>> {
  const stored = await deps.firestore.get(historyPath(uid))
  return stored.ok ? succeed(await parseArticles(deps, stored.value?.fields)) : stored
}

/** Costs a read and a write, plus, for a new article, one read of the article and one per author. */
export async function recordReadArticle(
  deps: Deps,
  uid: string,
  slug: string,
  { depth, now }: { readonly depth: number; readonly now: Date },
): Promise<Result<void, HistoryFailure>> {
  const updated = await changeDocument(
    deps.firestore,
    historyPath(uid),
    async (fields): Promise<Result<{ articles: readonly ReadArticle[] }, HistoryFailure>> => {
      const articles = await parseArticles(deps, fields)
      const before = articles.find((article) => article.slug === slug)
      const read = before
        ? succeed({ ...before, depth, lastReadAt: now })
        : await createEntry(deps.firestore, slug, { depth, now })
      return read.ok ? succeed({ articles: addReadArticle(articles, read.value) }) : read
    },
    maxOwnAttempts,
  )
  return updated.ok ? succeed(undefined) : updated
}

async function createEntry(
  firestore: Deps['firestore'],
  slug: string,
  { depth, now }: { readonly depth: number; readonly now: Date },
): Promise<Result<ReadArticle, HistoryFailure>> {
  const stored = await firestore.get(`articles/${slug}`)
  if (!stored.ok) return stored
  const article = articleSchema.safeParse(stored.value?.fields)
  if (!article.success || !isPublished(article.data)) return fail({ kind: 'notFound' })
  const { title, dek, category, image } = article.data
  const authors = await firestore.getAll(article.data.authors.map((author) => `authors/${author}`))
  if (!authors.ok) return authors
  const names = authors.value.map((author) => z.string().safeParse(author?.fields.name).data ?? '')
  return succeed({
    slug,
    title,
    dek,
    category,
    authors: names.filter(Boolean),
    image: {
      id: image.id,
      alt: image.alt,
      width: image.width,
      height: image.height,
      focus: image.focus,
    },
    firstReadAt: now,
    lastReadAt: now,
    depth,
  })
}

export async function deleteEntry(
  deps: Deps,
  uid: string,
  slug: string,
): Promise<Result<void, FirestoreFailure>> {
  const deleted = await changeDocument(
    deps.firestore,
    historyPath(uid),
    async (fields) => {
      const articles = await parseArticles(deps, fields)
      const remaining = removeReadArticle(articles, slug)
      return succeed(remaining.length === articles.length ? null : { articles: remaining })
    },
    maxOwnAttempts,
  )
  return deleted.ok ? succeed(undefined) : deleted
}

export async function deleteHistory(
  { firestore }: Pick<Deps, 'firestore'>,
  uid: string,
): Promise<Result<void, FirestoreFailure>> {
  const deleted = await firestore.commit([{ remove: historyPath(uid) }])
  return deleted.ok ? succeed(undefined) : deleted
}
