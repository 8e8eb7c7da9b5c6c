import type { ImportedPost } from '../imported-item.ts'

/** A published article without anything that a source may leave out. */
export const buildImportedPost = (changes: Partial<ImportedPost> = {}): ImportedPost => ({
  ...{ kind: 'article', sourceId: 'ghost:1', slug: 'one', title: 'One', dek: null, body: '' },
  ...{ image: null, authors: [], categories: [], tags: [], status: 'published' },
  ...{ visibility: null, publishedAt: null, updatedAt: null, formerAddresses: [], notes: [] },
  ...changes,
})
