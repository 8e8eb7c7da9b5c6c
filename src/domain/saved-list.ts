/**
 * `savedArticles/{uid}`: the articles that a reader has saved, the one saved last first, in a single
 * document: so the whole list costs one database read. An entry holds what lists show of its article,
 * as the article was when the two were last compared.
 */
import { z } from 'zod'
import { listedArticleSchema } from './article.ts'
import { pictureSchema } from './picture.ts'
import { fail, type Result, succeed } from './result.ts'
import { slugSchema } from './slug.ts'

/** Entries in one list. */
export const mostSaved = 500

/**
 * Bytes of the list as JSON, which are never fewer than Firestore counts. A document may have 1 MiB
 * (https://firebase.google.com/docs/firestore/quotas); most entries have less than one KB.
 */
const mostBytes = 900_000

/** Articles that are compared with their entries in one call: each costs a read, a renamed one three. */
export const mostCompared = 50

/** Milliseconds after which an entry is compared with its article again. */
export const comparedFor = 10 * 60 * 1000

/** What lists show of a published article. */
export const savedCardSchema = listedArticleSchema.extend({
  authors: z.array(z.object({ slug: slugSchema, name: z.string() })).min(1),
  image: pictureSchema.pick({ id: true, alt: true, width: true, height: true }),
})
export type SavedCard = z.infer<typeof savedCardSchema>

const everyEntry = { slug: slugSchema, savedAt: z.date(), comparedAt: z.date() }

const savedEntrySchema = z.discriminatedUnion('state', [
  savedCardSchema.extend({ ...everyEntry, state: z.literal('published') }),
  /** Not published any longer: nothing but its title is stored. */
  z.object({ ...everyEntry, state: z.literal('gone'), title: z.string() }),
])
export type SavedEntry = z.infer<typeof savedEntrySchema>

/** What is left of an entry that was stored under rules that have changed: it is compared again. */
const remnantSchema = z
  .object({ slug: slugSchema, savedAt: z.date(), title: z.string().catch('') })
  .transform((rest): SavedEntry => ({ ...rest, state: 'gone', comparedAt: new Date(0) }))

const storedSchema = z.object({ articles: z.array(z.unknown()).catch([]) })

/** What the document's fields hold; `malformed` counts what could not even be recognised. */
export function parseSavedList(fields: unknown): {
  readonly entries: readonly SavedEntry[]
  readonly malformed: number
} {
  const stored = storedSchema.safeParse(fields).data?.articles ?? []
  const entries = stored.flatMap(
    (each) => savedEntrySchema.safeParse(each).data ?? remnantSchema.safeParse(each).data ?? [],
  )
  return { entries, malformed: stored.length - entries.length }
}

const isStorable = (entries: readonly SavedEntry[]) =>
  new TextEncoder().encode(JSON.stringify(entries)).length <= mostBytes

/** Saves an article, or brings its entry up to date: one that is saved already keeps its place. */
export function withEntry(
  entries: readonly SavedEntry[],
  entry: SavedEntry,
): Result<readonly SavedEntry[], { readonly kind: 'full' }> {
  const before = entries.find(({ slug }) => slug === entry.slug)
  const others = entries.filter((other) => other !== before)
  const changed = [...others, before ? { ...entry, savedAt: before.savedAt } : entry].sort(
    (one, other) => other.savedAt.getTime() - one.savedAt.getTime(),
  )
  if (isStorable(changed) && changed.length <= mostSaved) return succeed(changed)
  return before ? succeed(entries) : fail({ kind: 'full' })
}

export function withoutEntry(entries: readonly SavedEntry[], slug: string): readonly SavedEntry[] {
  return entries.filter((entry) => entry.slug !== slug)
}

/** The entries whose comparison is due, those compared longest ago first, as many as one call may do. */
export function dueEntries(entries: readonly SavedEntry[], now: Date): readonly SavedEntry[] {
  return entries
    .filter(({ comparedAt }) => now.getTime() - comparedAt.getTime() >= comparedFor)
    .sort((one, other) => one.comparedAt.getTime() - other.comparedAt.getTime())
    .slice(0, mostCompared)
}

/** Notes that these entries are being compared, so that no other call does it as well. */
export function withComparison(
  entries: readonly SavedEntry[],
  compared: readonly SavedEntry[],
  now: Date,
): readonly SavedEntry[] {
  return entries.map((entry) => (compared.includes(entry) ? { ...entry, comparedAt: now } : entry))
}

/** An article as it is now. */
export type CurrentArticle = {
  /** Another than the entry's where the article was renamed. */
  readonly slug: string
  /** Null where it is not published any longer. */
  readonly card: SavedCard | null
}

/** Brings entries up to date with their articles, given by the entries' slugs. */
export function withCurrent(
  entries: readonly SavedEntry[],
  articles: ReadonlyMap<string, CurrentArticle>,
): readonly SavedEntry[] {
  const taken = new Set(entries.map(({ slug }) => slug))
  const changed = entries.flatMap((entry): SavedEntry[] => {
    const article = articles.get(entry.slug)
    if (!article) return [entry]
    const { slug, card } = article
    // Saved under its new address as well.
    if (slug !== entry.slug && taken.has(slug)) return []
    taken.add(slug)
    const { savedAt, comparedAt, title } = entry
    const state = card ? 'published' : 'gone'
    // Parsed, so that equal entries have their fields in one order.
    return [savedEntrySchema.parse({ title, ...card, state, slug, savedAt, comparedAt })]
  })
  // Rather out of date than too large to be stored.
  return isStorable(changed) ? changed : entries
}

/**
 * When an article counts as saved. A reader who undoes a removal gives the time that the entry had, so
 * that it returns to its place: not in the future, and not before the reader's account.
 */
export function savingTime(
  asked: Date | undefined,
  { createdAt, now }: { readonly createdAt: Date; readonly now: Date },
): Date {
  if (!asked) return now
  return new Date(Math.min(now.getTime(), Math.max(createdAt.getTime(), asked.getTime())))
}
