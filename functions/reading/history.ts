/** What a reader has read, in Firestore. Knows nothing of whether it may be kept. */
import { z } from 'zod'
import { articleSchema, isPublished } from '../../src/domain/article.ts'
import { type ReadArticle, readArticleSchema } from '../../src/domain/reading-history.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import type { Services } from '../http/context.ts'

type Backends = Pick<Services, 'firestore' | 'log'>
export type HistoryFailure = FirestoreFailure | { readonly kind: 'notFound' }

export type ReadRow = ReadArticle & { readonly slug: string }

const readerPath = (uid: string) => `users/${uid}`
const readPath = (uid: string, slug: string) => `${readerPath(uid)}/read/${slug}`

/** How often another device may be first before it is called a failure. */
const attempts = 3

/** The last one first. Costs a read for each. */
export async function loadHistory(
  { firestore, log }: Backends,
  uid: string,
  newest: number,
): Promise<Result<readonly ReadRow[], FirestoreFailure>> {
  const stored = await firestore.query({
    collection: 'read',
    under: readerPath(uid),
    orderBy: 'lastReadAt',
    newestFirst: true,
    limit: newest,
  })
  if (!stored.ok) return stored
  return succeed(
    stored.value.documents.flatMap(({ id, fields }) => {
      const row = readArticleSchema.safeParse(fields)
      if (row.success) return [{ slug: id, ...row.data }]
      log('read_invalid', { slug: id })
      return []
    }),
  )
}

/** Costs a read and a write, at the first time a read more for the article and one for each author. */
export async function noteReading(
  { firestore }: Pick<Backends, 'firestore'>,
  uid: string,
  slug: string,
  { depth, now }: { readonly depth: number; readonly now: Date },
): Promise<Result<void, HistoryFailure>> {
  const path = readPath(uid, slug)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const stored = await firestore.get(path)
    if (!stored.ok) return stored
    const before = readArticleSchema.safeParse(stored.value?.fields)
    const noted = before.success
      ? succeed({ ...before.data, depth, lastReadAt: now })
      : await firstNote(firestore, slug, { depth, now })
    if (!noted.ok) return noted
    const ifUnchanged = stored.value
      ? { ifUpdatedAt: stored.value.updateTime }
      : { ifExists: false }
    const written = await firestore.commit([{ set: path, fields: noted.value, ...ifUnchanged }])
    if (written.ok) return succeed(undefined)
    if (written.failure.kind !== 'conflict') return written
  }
  return fail({ kind: 'conflict' })
}

async function firstNote(
  firestore: Firestore,
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
  { firestore }: Pick<Backends, 'firestore'>,
  uid: string,
  slug: string,
): Promise<Result<void, FirestoreFailure>> {
  const removed = await firestore.commit([{ remove: readPath(uid, slug) }])
  return removed.ok ? succeed(undefined) : removed
}

/** Stopped half-way, what is left goes with the next call. */
export async function forgetHistory(
  { firestore }: Pick<Backends, 'firestore'>,
  uid: string,
): Promise<Result<void, FirestoreFailure>> {
  const query = { collection: 'read', under: readerPath(uid), fields: ['lastReadAt'] }
  for await (const page of firestore.pages(query)) {
    if (!page.ok) return page
    const writes = page.value.documents.map(({ id }) => ({ remove: readPath(uid, id) }))
    if (writes.length === 0) continue
    const removed = await firestore.commit(writes)
    if (!removed.ok) return removed
  }
  return succeed(undefined)
}
