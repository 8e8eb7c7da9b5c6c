/**
 * `savedArticles/{uid}` contains the newest entries first, in one document, so that the list costs one database read.
 * An entry stores what lists show, as of its last comparison with the article.
 */
import { z } from 'zod'
import { listedArticleSchema } from './article.ts'
import { listedImageSchema } from './image/image.ts'
import { fail, type Result, succeed } from './result.ts'
import { slugSchema } from './slug.ts'

export const maxSavedArticles = 500

/**
 * Bytes of JSON, as an upper bound for Firestore's limit of 1 MiB (https://firebase.google.com/docs/firestore/quotas).
 * Most entries are below 1 KB.
 */
const maxListBytes = 900_000

/** The maximum number of comparisons per call. Each costs a database read, or three for a renamed article. */
export const maxComparedPerCall = 50

/** Milliseconds between two comparisons of an entry with its article. */
export const comparisonLifetime = 10 * 60 * 1000

export const savedCardSchema = listedArticleSchema.extend({
  authors: z.array(z.object({ slug: slugSchema, name: z.string() })).min(1),
  image: listedImageSchema,
})
export type SavedCard = z.infer<typeof savedCardSchema>

const entryFields = { slug: slugSchema, savedAt: z.date(), comparedAt: z.date() }

const savedEntrySchema = z.discriminatedUnion('state', [
  savedCardSchema.extend({ ...entryFields, state: z.literal('published') }),
  /** An unavailable article. Only its title is stored. */
  z.object({ ...entryFields, state: z.literal('unavailable'), title: z.string() }),
])
export type SavedEntry = z.infer<typeof savedEntrySchema>

/** An entry stored with an older schema, which needs to be compared. */
const outdatedEntrySchema = z
  .object({ slug: slugSchema, savedAt: z.date(), title: z.string().catch('') })
  .transform((rest): SavedEntry => ({ ...rest, state: 'unavailable', comparedAt: new Date(0) }))

const storedListSchema = z.object({ articles: z.array(z.unknown()).catch([]) })

/** `malformed` counts unreadable entries, which are left out. */
export function parseSavedArticles(fields: unknown): {
  readonly entries: readonly SavedEntry[]
  readonly malformed: number
} {
  const stored = storedListSchema.safeParse(fields).data?.articles ?? []
  const entries = stored.flatMap(
    (each) =>
      savedEntrySchema.safeParse(each).data ?? outdatedEntrySchema.safeParse(each).data ?? [],
  )
  return { entries, malformed: stored.length - entries.length }
}

const isStorable = (entries: readonly SavedEntry[]) =>
  new TextEncoder().encode(JSON.stringify(entries)).length <= maxListBytes

/** An article that is already saved keeps its place. */
export function addEntry(
  entries: readonly SavedEntry[],
  entry: SavedEntry,
): Result<readonly SavedEntry[], { readonly kind: 'full' }> {
  const existingEntry = entries.find(({ slug }) => slug === entry.slug)
  const others = entries.filter((other) => other !== existingEntry)
  const changed = [
    ...others,
    existingEntry ? { ...entry, savedAt: existingEntry.savedAt } : entry,
  ].sort((one, other) => other.savedAt.getTime() - one.savedAt.getTime())
  if (isStorable(changed) && changed.length <= maxSavedArticles) return succeed(changed)
  return existingEntry ? succeed(entries) : fail({ kind: 'full' })
}

export function removeEntries(
  entries: readonly SavedEntry[],
  slugs: readonly string[],
): readonly SavedEntry[] {
  return entries.filter(({ slug }) => !slugs.includes(slug))
}

export function getEntriesDueForComparison(
  entries: readonly SavedEntry[],
  now: Date,
): readonly SavedEntry[] {
  return entries
    .filter(({ comparedAt }) => now.getTime() - comparedAt.getTime() >= comparisonLifetime)
    .sort((one, other) => one.comparedAt.getTime() - other.comparedAt.getTime())
    .slice(0, maxComparedPerCall)
}

/** Prevents other calls from comparing these entries too. */
export function recordComparison(
  entries: readonly SavedEntry[],
  compared: readonly SavedEntry[],
  now: Date,
): readonly SavedEntry[] {
  return entries.map((entry) => (compared.includes(entry) ? { ...entry, comparedAt: now } : entry))
}

export type CurrentArticle = {
  /** The article's current slug, which differs from the entry's if the article was renamed. */
  readonly slug: string
  /** Null if the article is no longer published. */
  readonly card: SavedCard | null
}

/** `articles` is keyed by the entries' slugs. */
export function applyCurrentArticles(
  entries: readonly SavedEntry[],
  articles: ReadonlyMap<string, CurrentArticle>,
): readonly SavedEntry[] {
  const usedSlugs = new Set(entries.map(({ slug }) => slug))
  const changed = entries.flatMap((entry): SavedEntry[] => {
    const article = articles.get(entry.slug)
    if (!article) return [entry]
    const { slug, card } = article
    if (slug !== entry.slug && usedSlugs.has(slug)) return []
    usedSlugs.add(slug)
    const { savedAt, comparedAt, title } = entry
    const state = card ? 'published' : 'unavailable'
    // Parsing puts the fields of equal entries into the same order.
    return [savedEntrySchema.parse({ title, ...card, state, slug, savedAt, comparedAt })]
  })
  // An outdated list is better than one that can't be stored.
  return isStorable(changed) ? changed : entries
}

/** Undoing a removal sends the previous time, which is limited to between the account's creation and now. */
export function resolveSavedAt(
  requestedAt: Date | undefined,
  { createdAt, now }: { readonly createdAt: Date; readonly now: Date },
): Date {
  if (!requestedAt) return now
  return new Date(Math.min(now.getTime(), Math.max(createdAt.getTime(), requestedAt.getTime())))
}
