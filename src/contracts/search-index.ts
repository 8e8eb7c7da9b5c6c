/**
 * What the build and the search page agree on: where the search index lies and what an entry of it
 * says. The index is Pagefind's, in parts: the newest articles beside its script, the archive in
 * folders whose names are of their content. An entry holds what anybody may read and nothing else.
 */

/** The part of the newest articles, with Pagefind's script and WebAssembly. */
export const searchIndexPath = '/pagefind/'

export function searchArchivePath(part: string): string {
  return `${searchIndexPath}archive/${part}/`
}

/** Says which parts there are: fetched anew with every search, unlike what it names. */
export const searchPartsPath = `${searchIndexPath}parts.json`

export type SearchParts = {
  /** Identifies the newest part; null where nothing is published. */
  readonly recent: string | null
  /** Names of the archive's parts, the newest first. */
  readonly archive: readonly string[]
}

/** The keys by which results can be narrowed; a reader may name them in the address. */
export const searchFilters = ['category', 'tag', 'author', 'year'] as const
export type SearchFilter = (typeof searchFilters)[number]

/**
 * An entry's filters as Pagefind keeps them. `day` (2026-11-20) is for showing only; in the text of
 * an entry it would be found by everyone who looks for a number.
 */
export type SearchEntryFilters = Readonly<Record<SearchFilter | 'day', readonly string[]>>

/**
 * The text of an entry is title, dek and lead-in, in this order, so that a word's place tells where
 * it stands. The names of authors, category and tags are found as well, and are no part of the text.
 */
export type SearchEntryMeta = {
  readonly title: string
  readonly dek: string
  readonly names: string
}

/** What a match in each of them is worth, against 1 for a word of the lead-in. */
export const searchMetaWeights = { title: 5, names: 3, dek: 0 } as const satisfies Record<
  keyof SearchEntryMeta,
  number
>
