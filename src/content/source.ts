import type { PublicationCollection } from '../domain/publication.ts'

export type SourceDocument = { readonly id: string; readonly fields: Record<string, unknown> }
export type SourceRead = { readonly documents: readonly SourceDocument[]; readonly readAt: Date }

/**
 * Where content comes from: every document of a collection, or those whose `updatedAt` is at or
 * after an instant, in portions, so that a whole archive need not fit into memory. There is at
 * least one; `readAt` is the database's clock at the first. Throws where it cannot be read.
 */
export type ContentSource = (
  collection: PublicationCollection,
  since: Date | null,
) => AsyncIterable<SourceRead>
