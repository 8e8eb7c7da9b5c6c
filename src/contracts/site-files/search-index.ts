/** Paths and entries of the Pagefind index. Entries contain only public text. */

/** The newest part, with Pagefind's script and WebAssembly. */
export const searchIndexPath = '/pagefind/'

export function getSearchArchivePath(part: string): string {
  return `${searchIndexPath}archive/${part}/`
}

/** The list of the index's parts. Unlike the parts, the list is fetched again for every search. */
export const searchPartsPath = `${searchIndexPath}parts.json`

export type SearchParts = {
  /** Null if nothing is published. */
  readonly recent: string | null
  /** The index's parts, newest first. */
  readonly archive: readonly string[]
}

/** Filters that readers can use in the address. */
export const searchFilters = ['category', 'tag', 'author', 'year'] as const
export type SearchFilter = (typeof searchFilters)[number]

/** `day` (2026-11-20) is only displayed. If it were in the text, it would match searches for numbers. */
export type SearchEntryFilters = Readonly<Record<SearchFilter | 'day', readonly string[]>>

/**
 * An entry's text is title, dek and free preview, in this order, so that a word's position shows which part it's in.
 * Names of authors, the category and tags can be found too, but aren't part of the text.
 */
export type SearchEntryMeta = {
  readonly title: string
  readonly dek: string
  readonly names: string
}

/** Weights of words, relative to 1 for a word in the free preview. */
export const searchMetaWeights = { title: 5, names: 3, dek: 0 } as const satisfies Record<
  keyof SearchEntryMeta,
  number
>
