/**
 * The saved articles of a reader in Firestore. What is shown of one is the article as it is now; what
 * was stored when it was saved says what it was where there is no article any longer.
 */
import type { SavedItem } from '../../src/contracts/saved.ts'
import type { ListedArticle } from '../../src/domain/article.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { mostSaved, type SavedArticle } from '../../src/domain/saved-article.ts'
import type { StoredDocument } from '../adapters/firestore.ts'
import { followMoves } from './renamed.ts'
import {
  articleFields,
  articlePath,
  type Backends,
  publishedArticle,
  type Row,
  rowsOf,
  type ShelfFailure,
  savedPath,
} from './rows.ts'

/** The saved articles, the newest first. */
export async function loadShelf(
  backends: Backends,
  uid: string,
): Promise<Result<readonly SavedItem[], ShelfFailure>> {
  const { firestore } = backends
  const stored = await firestore.query({
    collection: 'saved',
    under: `users/${uid}`,
    orderBy: 'savedAt',
    newestFirst: true,
    limit: mostSaved,
  })
  if (!stored.ok) return stored
  const rows = rowsOf(backends, stored.value.documents)
  const articles = await firestore.getAll(
    rows.map(({ slug }) => articlePath(slug)),
    articleFields,
  )
  if (!articles.ok) return articles
  // Renamed ones have no document under their old name; withdrawn ones have.
  const lost = rows.filter((_, index) => articles.value[index] === null)
  if (lost.length > 0) {
    const moved = await followMoves(backends, uid, lost)
    if (!moved.ok) return moved
    if (moved.value) return loadShelf(backends, uid)
  }
  const current = rows.map((row, index) => ({
    row,
    article: publishedArticle(articles.value[index] ?? null),
  }))
  const names = await authorNames(backends, rows, current)
  if (!names.ok) return names
  return succeed(current.map(({ row, article }) => itemOf(row, article, names.value)))
}

/** The names that authors had when the articles were saved, and those of whoever joined since. */
async function authorNames(
  { firestore }: Backends,
  rows: readonly Row[],
  current: readonly { readonly article: ListedArticle | null }[],
): Promise<Result<ReadonlyMap<string, string>, ShelfFailure>> {
  const names = new Map(
    rows.flatMap(({ saved }) => saved.authors.map(({ slug, name }) => [slug, name] as const)),
  )
  const wanted = current.flatMap(({ article }) => article?.authors ?? [])
  const unknown = [...new Set(wanted)].filter((slug) => !names.has(slug))
  const found = await namesOf({ firestore }, unknown)
  if (!found.ok) return found
  return succeed(new Map([...names, ...found.value]))
}

/** Costs a read each. */
async function namesOf(
  { firestore }: Pick<Backends, 'firestore'>,
  authors: readonly string[],
): Promise<Result<ReadonlyMap<string, string>, ShelfFailure>> {
  const stored = await firestore.getAll(
    authors.map((slug) => `authors/${slug}`),
    ['name'],
  )
  if (!stored.ok) return stored
  return succeed(new Map(authors.map((slug, index) => [slug, nameIn(stored.value[index])])))
}

const nameIn = (document: StoredDocument | null | undefined) => String(document?.fields.name ?? '')

function itemOf(
  { slug, saved }: Row,
  article: ListedArticle | null,
  names: ReadonlyMap<string, string>,
): SavedItem {
  const savedAt = saved.savedAt.toISOString()
  if (!article) return { state: 'gone', slug, savedAt, title: saved.title }
  const { authors, publishedAt, image, ...listed } = article
  const { id, alt, width, height } = image
  return {
    ...listed,
    state: 'published',
    slug,
    savedAt,
    image: { id, alt, width, height },
    publishedAt: publishedAt.toISOString(),
    authors: authors.map((author) => ({ slug: author, name: names.get(author) ?? '' })),
  }
}

/** Saves an article as it is published now. One that is saved already stays where it is. */
export async function putOnShelf(
  backends: Backends,
  uid: string,
  slug: string,
  savedAt: Date,
): Promise<Result<SavedItem, ShelfFailure>> {
  const { firestore } = backends
  const stored = await firestore.getAll(
    [articlePath(slug), savedPath(uid, slug)],
    [...articleFields, 'savedAt'],
  )
  if (!stored.ok) return stored
  const [document, before] = stored.value
  const article = publishedArticle(document ?? null)
  if (!article) {
    return fail({ kind: document?.fields.status === 'withdrawn' ? 'withdrawn' : 'notFound' })
  }
  const names = await namesOf(backends, article.authors)
  if (!names.ok) return names
  const authors = article.authors.map((author) => ({
    slug: author,
    name: names.value.get(author) ?? '',
  }))
  const [already] = before ? rowsOf(backends, [before]) : []
  if (already) return succeed(itemOf(already, article, names.value))

  const count = await firestore.count({ collection: 'saved', under: `users/${uid}` }, mostSaved)
  if (!count.ok) return count
  if (count.value >= mostSaved) return fail({ kind: 'full' })
  const saved: SavedArticle = { ...article, authors, savedAt }
  const written = await firestore.commit([{ set: savedPath(uid, slug), fields: saved }])
  if (!written.ok) return written
  return succeed(itemOf({ slug, saved }, article, names.value))
}

export async function takeFromShelf(
  { firestore }: Backends,
  uid: string,
  slug: string,
): Promise<Result<void, ShelfFailure>> {
  const taken = await firestore.commit([{ remove: savedPath(uid, slug) }])
  return taken.ok ? succeed(undefined) : taken
}
