/**
 * What every reader of another system's export yields. Nothing here is ours yet: slugs, categories
 * and authors are the source's, and the editor's mapping decides what becomes of them.
 */
import type { Result } from '../../../src/domain/result.ts'

/** A post or page of the source, before the editor's mapping is applied. */
export type ImportedPost = {
  readonly kind: 'article' | 'page'
  /**
   * The source's own id, stable between exports: importing again updates by it.
   * `wordpress:123`, `ghost:63f…`, `markdown:posts/a.md`.
   */
  readonly sourceId: string
  /** As the source has it, which need not be an address of ours. */
  readonly slug: string
  readonly title: string
  /** An excerpt or description that somebody wrote. */
  readonly dek: string | null
  /**
   * Our Markdown. Pictures stand in it as `::figure{src="…" alt="…" caption="…" credit="…"}`, where
   * `src` is an absolute address or a path in the source.
   */
  readonly body: string
  readonly image: ImportedPicture | null
  /** Keys of authors as the source has them. */
  readonly authors: readonly string[]
  /** Slugs or names as the source has them, in order. */
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  /** What was private or behind a password must never become public. */
  readonly status: 'published' | 'draft' | 'scheduled' | 'private' | 'behind-password'
  /** Null where the source does not say: the mapping decides. */
  readonly visibility: 'public' | 'metered' | 'members' | null
  readonly publishedAt: Date | null
  readonly updatedAt: Date | null
  /** Paths on the old site that led here. */
  readonly formerAddresses: readonly string[]
  /** What could not be carried over, in plain words, each once: "3 comments left behind". */
  readonly notes: readonly string[]
}

export type ImportedPicture = {
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
  readonly portrait: ImportedPicture | null
  readonly formerAddresses: readonly string[]
}

export type ImportedItem =
  | { readonly item: 'author'; readonly author: ImportedAuthor }
  | { readonly item: 'post'; readonly post: ImportedPost }
  | {
      /** Not carried over at all. */
      readonly item: 'left-out'
      readonly sourceId: string
      readonly title: string
      readonly reason: string
    }

export type ImportFailure = { readonly reason: string; readonly line?: number }

/**
 * Reads an export piece by piece: one of 30,000 posts need not fit into memory. Ends with a failure
 * where the file is broken; what came before it is whole, and the caller's to use or throw away.
 */
export type ImportReader = (path: string) => AsyncGenerator<Result<ImportedItem, ImportFailure>>
