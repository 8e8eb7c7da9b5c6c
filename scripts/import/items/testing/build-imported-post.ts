import type { ImportedPost } from '../imported-item.ts'

/** Returns a published article without the optional fields. */
export const buildImportedPost = (changes: Partial<ImportedPost> = {}): ImportedPost => ({
  ...{ kind: 'article', sourceId: 'ghost:1', slug: 'one', title: 'One', dek: null, body: '' },
  ...{ image: null, authors: [], categories: [], tags: [], status: 'published' },
  ...{ visibility: null, publishedAt: null, updatedAt: null, formerAddresses: [], notes: [] },
  ...changes,
})
