/** Paths and entries of the Pagefind index. Entries contain only public text. */

/** The newest part, with Pagefind's script and WebAssembly. */
export const searchIndexPath = '/pagefind/'

export function getSearchArchivePath(part: string): string {
  return `${searchIndexPath}archive/${part}/`
}

/** Lists the parts. Fetched again for every search, unlike the parts. */
export const searchPartsPath = `${searchIndexPath}parts.json`

export type SearchParts = {
  /** Null if nothing is published. */
  readonly recent: string | null
  /** Newest first. */
  readonly archive: readonly string[]
}

/** Readers can use them in the address. */
export const searchFilters = ['category', 'tag', 'author', 'year'] as const
export type SearchFilter = (typeof searchFilters)[number]

/** `day` (2026-11-20) is only displayed; in the text it would match searches for numbers. */
export type SearchEntryFilters = Readonly<Record<SearchFilter | 'day', readonly string[]>>

/**
 * An entry's text is title, dek and free preview, in this order, so that a word's position tells its part.
 * Names of authors, category and tags can be found too, but aren't part of the text.
 */
export type SearchEntryMeta = {
  readonly title: string
  readonly dek: string
  readonly names: string
}

/** Relative to 1 for a word of the free preview. */
export const searchMetaWeights = { title: 5, names: 3, dek: 0 } as const satisfies Record<
  keyof SearchEntryMeta,
  number
>
