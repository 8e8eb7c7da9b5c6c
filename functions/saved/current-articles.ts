import { z } from 'zod'
import { type ListedArticle, listedArticleSchema } from '../../src/domain/article.ts'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type {
  CurrentArticle,
  SavedCard,
  SavedEntry,
} from '../../src/domain/saved-articles-record.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'

type Deps = { readonly firestore: Pick<Firestore, 'getAll'> }

const articlePath = (slug: string) => `articles/${slug}`

/** Omits the body, which can be a megabyte long. */
const articleFields = [...Object.keys(listedArticleSchema.shape), 'status']

const statusSchema = z.object({ status: z.string() })

/** Returns null if the article isn't published, or is malformed. */
function parsePublishedArticle(document: StoredDocument | null): ListedArticle | null {
  const status = statusSchema.safeParse(document?.fields)
  if (status.data?.status !== 'published') return null
  return listedArticleSchema.safeParse(document!.fields).data ?? null
}

function toCard(article: ListedArticle, names: ReadonlyMap<string, string>): SavedCard {
  const { id, alt, width, height, focus } = article.image
  return {
    ...article,
    image: { id, alt, width, height, focus },
    authors: article.authors.map((slug) => ({ slug, name: names.get(slug) ?? '' })),
  }
}

/** Costs one database read per name. */
async function findNames(
  { firestore }: Deps,
  authors: readonly string[],
): Promise<Result<ReadonlyMap<string, string>, FirestoreFailure>> {
  const stored = await firestore.getAll(
    authors.map((slug) => `authors/${slug}`),
    ['name'],
  )
  if (!stored.ok) return stored
  const readName = (document: StoredDocument | null | undefined) =>
    z.string().safeParse(document?.fields.name).data ?? ''
  return succeed(new Map(authors.map((slug, index) => [slug, readName(stored.value[index])])))
}

/** Costs a database read for the article, plus one for each author. */
export async function findCard(
  deps: Deps,
  slug: string,
): Promise<Result<SavedCard, FirestoreFailure | { readonly kind: 'notFound' | 'withdrawn' }>> {
  const stored = await deps.firestore.getAll([articlePath(slug)], articleFields)
  if (!stored.ok) return stored
  const [document = null] = stored.value
  const article = parsePublishedArticle(document)
  if (!article) {
    return fail({ kind: document?.fields.status === 'withdrawn' ? 'withdrawn' : 'notFound' })
  }
  const names = await findNames(deps, article.authors)
  return names.ok ? succeed(toCard(article, names.value)) : names
}

/** Finds renamed articles' new slugs by their old ones. Costs two database reads each. */
async function findRenamed(
  { firestore }: Deps,
  slugs: readonly string[],
): Promise<Result<ReadonlyMap<string, StoredDocument>, FirestoreFailure>> {
  const keys = await Promise.all(slugs.map((slug) => hashRedirectPath(`/${slug}`)))
  const redirects = await firestore.getAll(keys.map((key) => `redirects/${key}`))
  if (!redirects.ok) return redirects
  const renames = slugs.flatMap((slug, index) => {
    const to = slugSchema.safeParse(String(redirects.value[index]?.fields.to ?? '').slice(1))
    return to.success ? [{ slug, to: to.data }] : []
  })
  const targets = await firestore.getAll(
    renames.map(({ to }) => articlePath(to)),
    articleFields,
  )
  if (!targets.ok) return targets
  return succeed(
    new Map(
      renames.flatMap(({ slug }, index) => {
        const target = targets.value[index]
        return target ? [[slug, target] as const] : []
      }),
    ),
  )
}

/**
 * Returns articles by slug. Costs a database read each, three for a renamed article, and one for each author who isn't
 * in `knownNames`.
 */
export async function findCurrentArticles(
  deps: Deps,
  knownNames: ReadonlyMap<string, string>,
  dueEntries: readonly Pick<SavedEntry, 'slug'>[],
): Promise<Result<ReadonlyMap<string, CurrentArticle>, FirestoreFailure>> {
  const stored = await deps.firestore.getAll(
    dueEntries.map(({ slug }) => articlePath(slug)),
    articleFields,
  )
  if (!stored.ok) return stored
  // Withdrawn articles still have a document, so they aren't among the missing ones.
  const missing = dueEntries.filter((_, index) => !stored.value[index]).map(({ slug }) => slug)
  const renamed = await findRenamed(deps, missing)
  if (!renamed.ok) return renamed
  const found = dueEntries.map(({ slug }, index) => {
    const document = stored.value[index] ?? renamed.value.get(slug) ?? null
    return { before: slug, slug: document?.id ?? slug, article: parsePublishedArticle(document) }
  })
  const authors = new Set(found.flatMap(({ article }) => article?.authors ?? []))
  const names = await findNames(
    deps,
    [...authors].filter((slug) => !knownNames.get(slug)),
  )
  if (!names.ok) return names
  const allNames = new Map([...knownNames, ...names.value])
  return succeed(
    new Map(
      found.map(({ before, slug, article }) => [
        before,
        { slug, card: article && toCard(article, allNames) },
      ]),
    ),
  )
}
