/** Items as a source has them, with its own slugs, categories and authors. */

import type { Result } from '../../../src/domain/result.ts'
import type { Note } from './note.ts'

export type ImportedPost = {
  readonly kind: 'article' | 'page'
  /** The reason why the post becomes a page, if the source doesn't call it one. */
  readonly pageReason?: string
  /**
   * Unique in its source and stable between exports, such as `wordpress:123`, `ghost:63f…` or
   * `markdown:posts/a.md`. `mapping/source-key.ts` adds the site.
   */
  readonly sourceId: string
  /** The slug in the source, which may be invalid here. */
  readonly slug: string
  readonly title: string
  readonly dek: string | null
  /** A language tag, if the source names one. */
  readonly language?: string | undefined
  /**
   * Our Markdown, with pictures as `::figure{src="…" alt="…" caption="…" credit="…"}`; `src` is an
   * absolute address or a path in the source.
   */
  readonly body: string
  readonly image: ImportedImage | null
  /** The source's keys. */
  readonly authors: readonly string[]
  /** The source's slugs or names, in order. */
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  /** Private and password-protected posts must never become public. */
  readonly status: 'published' | 'draft' | 'scheduled' | 'private' | 'password-protected'
  /** Null if the source doesn't say, so that the mapping decides. */
  readonly visibility: 'public' | 'metered' | 'members' | null
  readonly publishedAt: Date | null
  readonly updatedAt: Date | null
  readonly formerAddresses: readonly string[]
  /** Each loss once, such as "3 comments not imported". */
  readonly notes: readonly Note[]
}

export type ImportedImage = {
  readonly src: string
  readonly alt: string | null
  readonly caption: string | null
  readonly credit: string | null
}

export type ImportedAuthor = {
  readonly key: string
  readonly name: string
  readonly slug: string
  readonly bio: string | null
  readonly portrait: ImportedImage | null
  readonly formerAddresses: readonly string[]
}

/** The old site, as far as the source names it. */
export type SourceSite = {
  /** Identifies the site. Null if the source doesn't name it. */
  readonly address: string | null
  /** The site's address as far as it can be guessed, for the editor to check. */
  readonly likelyAddress: string | null
}

export type ImportedItem =
  | { readonly item: 'site'; readonly site: SourceSite }
  | { readonly item: 'author'; readonly author: ImportedAuthor }
  | { readonly item: 'post'; readonly post: ImportedPost }
  /** A note about the source as a whole. */
  | { readonly item: 'note'; readonly note: Note }
  | {
      readonly item: 'excluded'
      readonly sourceId: string
      readonly title: string
      readonly reason: string
      /** The line in the file that the title names. */
      readonly line?: number
    }

export type ImportFailure = {
  readonly reason: string
  /** A file in the source, if it isn't the source itself. */
  readonly file?: string
  readonly line?: number
}

/** Returns a function that lists a post's authors, each only the first time. */
export function createAuthorFilter() {
  const seen = new Set<string>()
  return (item: ImportedItem): string[] => {
    const keys = item.item === 'post' ? item.post.authors : []
    const newKeys = [...new Set(keys)].filter((key) => !seen.has(key))
    for (const key of newKeys) seen.add(key)
    return newKeys
  }
}

/** Yields an export of any size item by item. Ends with a failure if the file is broken. */
export type ImportReader = (path: string) => AsyncGenerator<Result<ImportedItem, ImportFailure>>
