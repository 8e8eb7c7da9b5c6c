/** What has become of saved articles: read from the articles themselves, and from their redirects. */
import { z } from 'zod'
import { type ListedArticle, listedArticleSchema } from '../../src/domain/article.ts'
import { redirectKey } from '../../src/domain/redirect.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { CurrentArticle, SavedCard, SavedEntry } from '../../src/domain/saved-list.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../adapters/firestore.ts'

type Deps = { readonly firestore: Pick<Firestore, 'getAll'> }

const articlePath = (slug: string) => `articles/${slug}`

/** Far less than the article, whose text may be a megabyte. */
const articleFields = [...Object.keys(listedArticleSchema.shape), 'status']

const statusSchema = z.object({ status: z.string() })

/** Null where it is not published, or not as it should be. */
function publishedArticle(document: StoredDocument | null): ListedArticle | null {
  const status = statusSchema.safeParse(document?.fields)
  if (status.data?.status !== 'published') return null
  return listedArticleSchema.safeParse(document!.fields).data ?? null
}

function cardOf(article: ListedArticle, names: ReadonlyMap<string, string>): SavedCard {
  const { id, alt, width, height } = article.image
  return {
    ...article,
    image: { id, alt, width, height },
    authors: article.authors.map((slug) => ({ slug, name: names.get(slug) ?? '' })),
  }
}

/** Costs a database read for each. */
async function findNames(
  { firestore }: Deps,
  authors: readonly string[],
): Promise<Result<ReadonlyMap<string, string>, FirestoreFailure>> {
  const stored = await firestore.getAll(
    authors.map((slug) => `authors/${slug}`),
    ['name'],
  )
  if (!stored.ok) return stored
  const nameOf = (document: StoredDocument | null | undefined) =>
    z.string().safeParse(document?.fields.name).data ?? ''
  return succeed(new Map(authors.map((slug, index) => [slug, nameOf(stored.value[index])])))
}

/**
 * What lists show of a published article. Costs a database read for it, and one for each author.
 */
export async function findCard(
  deps: Deps,
  slug: string,
): Promise<Result<SavedCard, FirestoreFailure | { readonly kind: 'notFound' | 'withdrawn' }>> {
  const stored = await deps.firestore.getAll([articlePath(slug)], articleFields)
  if (!stored.ok) return stored
  const [document = null] = stored.value
  const article = publishedArticle(document)
  if (!article) {
    return fail({ kind: document?.fields.status === 'withdrawn' ? 'withdrawn' : 'notFound' })
  }
  const names = await findNames(deps, article.authors)
  return names.ok ? succeed(cardOf(article, names.value)) : names
}

/** Where renamed articles are now, by their old slugs. Costs two database reads for each of them. */
async function findRenamed(
  { firestore }: Deps,
  slugs: readonly string[],
): Promise<Result<ReadonlyMap<string, StoredDocument>, FirestoreFailure>> {
  const keys = await Promise.all(slugs.map((slug) => redirectKey(`/${slug}`)))
  const redirects = await firestore.getAll(keys.map((key) => `redirects/${key}`))
  if (!redirects.ok) return redirects
  const moves = slugs.flatMap((slug, index) => {
    const to = slugSchema.safeParse(String(redirects.value[index]?.fields.to ?? '').slice(1))
    return to.success ? [{ slug, to: to.data }] : []
  })
  const targets = await firestore.getAll(
    moves.map(({ to }) => articlePath(to)),
    articleFields,
  )
  if (!targets.ok) return targets
  return succeed(
    new Map(
      moves.flatMap(({ slug }, index) => {
        const target = targets.value[index]
        return target ? [[slug, target] as const] : []
      }),
    ),
  )
}

/**
 * The articles of the `due` entries as they are now, by the entries' slugs. Costs a database read for
 * each, three for each that was renamed, and one for each author whom the list does not name yet.
 */
export async function findCurrentArticles(
  deps: Deps,
  entries: readonly SavedEntry[],
  due: readonly SavedEntry[],
): Promise<Result<ReadonlyMap<string, CurrentArticle>, FirestoreFailure>> {
  const stored = await deps.firestore.getAll(
    due.map(({ slug }) => articlePath(slug)),
    articleFields,
  )
  if (!stored.ok) return stored
  // Renamed ones have no document under their old name; withdrawn ones have.
  const missing = due.filter((_, index) => !stored.value[index]).map(({ slug }) => slug)
  const renamed = await findRenamed(deps, missing)
  if (!renamed.ok) return renamed
  const found = due.map(({ slug }, index) => {
    const document = stored.value[index] ?? renamed.value.get(slug) ?? null
    return { before: slug, slug: document?.id ?? slug, article: publishedArticle(document) }
  })
  const known = new Map(
    entries.flatMap((entry) =>
      entry.state === 'published'
        ? entry.authors.map(({ slug, name }) => [slug, name] as const)
        : [],
    ),
  )
  const authors = new Set(found.flatMap(({ article }) => article?.authors ?? []))
  const names = await findNames(
    deps,
    [...authors].filter((slug) => !known.get(slug)),
  )
  if (!names.ok) return names
  const allNames = new Map([...known, ...names.value])
  return succeed(
    new Map(
      found.map(({ before, slug, article }) => [
        before,
        { slug, card: article && cardOf(article, allNames) },
      ]),
    ),
  )
}
