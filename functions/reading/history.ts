/** A reader's history in Firestore: one document per reader. Doesn't know whether it may be stored. */
import { z } from 'zod'
import { articleSchema, isPublished } from '../../src/domain/article.ts'
import {
  parseReadingHistory,
  type ReadArticle,
  withoutRead,
  withRead,
} from '../../src/domain/reading-history.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { changeDocument } from '../adapters/change-document.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'

type Deps = {
  readonly firestore: Pick<Firestore, 'get' | 'getAll' | 'commit'>
  readonly log: (event: string, details: Readonly<Record<string, number>>) => void
}
export type HistoryFailure = FirestoreFailure | { readonly kind: 'notFound' }

const historyPath = (uid: string) => `readingHistory/${uid}`

function articlesIn({ log }: Deps, fields: unknown): readonly ReadArticle[] {
  const { articles, malformed } = parseReadingHistory(fields)
  if (malformed > 0) log('history_malformed', { count: malformed })
  return articles
}

/** The article read last first. Costs one database read. */
export async function loadHistory(
  deps: Deps,
  uid: string,
): Promise<Result<readonly ReadArticle[], FirestoreFailure>> {
  const stored = await deps.firestore.get(historyPath(uid))
  return stored.ok ? succeed(articlesIn(deps, stored.value?.fields)) : stored
}

/** Costs a read and a write, at the first time a read more for the article and one for each author. */
export async function noteReading(
  deps: Deps,
  uid: string,
  slug: string,
  { depth, now }: { readonly depth: number; readonly now: Date },
): Promise<Result<void, HistoryFailure>> {
  const noted = await changeDocument(
    deps.firestore,
    historyPath(uid),
    async (fields): Promise<Result<{ articles: readonly ReadArticle[] }, HistoryFailure>> => {
      const articles = articlesIn(deps, fields)
      const before = articles.find((article) => article.slug === slug)
      const read = before
        ? succeed({ ...before, depth, lastReadAt: now })
        : await firstNote(deps.firestore, slug, { depth, now })
      return read.ok ? succeed({ articles: withRead(articles, read.value) }) : read
    },
  )
  return noted.ok ? succeed(undefined) : noted
}

async function firstNote(
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
    image: { id: image.id, alt: image.alt, width: image.width, height: image.height },
    firstReadAt: now,
    lastReadAt: now,
    depth,
  })
}

export async function forgetArticle(
  deps: Deps,
  uid: string,
  slug: string,
): Promise<Result<void, FirestoreFailure>> {
  const forgotten = await changeDocument(deps.firestore, historyPath(uid), async (fields) => {
    const articles = articlesIn(deps, fields)
    const left = withoutRead(articles, slug)
    return succeed(left.length === articles.length ? null : { articles: left })
  })
  return forgotten.ok ? succeed(undefined) : forgotten
}

export async function forgetHistory(
  { firestore }: Pick<Deps, 'firestore'>,
  uid: string,
): Promise<Result<void, FirestoreFailure>> {
  const forgotten = await firestore.commit([{ remove: historyPath(uid) }])
  return forgotten.ok ? succeed(undefined) : forgotten
}
