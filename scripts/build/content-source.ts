import type { PublicationCollection } from '../../src/domain/publication.ts'

export type SourceDocument = { readonly id: string; readonly fields: Record<string, unknown> }
type SourcePage = { readonly documents: readonly SourceDocument[]; readonly readAt: Date }

/**
 * Reads a collection in pages, at least one: all documents, or those updated at `since` or later. `readAt` is the
 * database's time when the first page was read. Throws if reading fails.
 */
export type ContentSource = (
  collection: PublicationCollection,
  since: Date | null,
) => AsyncIterable<SourcePage>
