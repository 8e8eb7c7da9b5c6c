import { toLatinSlug } from '../../../src/domain/latin-slug.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { listDocuments } from '../../desk/documents/stored-documents.ts'

type ImportedRef = {
  readonly collection: 'articles' | 'pages' | 'authors'
  readonly slug: string
}

export type IndexedDocument = {
  readonly collection: 'articles' | 'pages'
  /** Null if it was written with the desk. */
  readonly importedFrom: string | null
  /** The publication time of an article, the revision date of a page. */
  readonly date: Date | null
}

export type PublicationIndex = {
  /** Keyed by the source keys of `mapping/source-key.ts`. */
  readonly refsBySourceId: Map<string, ImportedRef>
  /** Stored articles and pages by slug, since they share their addresses. */
  readonly documents: ReadonlyMap<string, IndexedDocument>
  /** Slugs of stored documents and of documents about to be stored. */
  readonly takenSlugs: Set<string>
  /** Names by slug. */
  readonly authors: Map<string, string>
  readonly tags: Map<string, string>
  /** Targets by old address; null for a removed redirect. */
  readonly redirects: Map<string, string | null>
  /** The source of a redirect that an import has created, by old address. */
  readonly redirectSources: Map<string, string>
}

const toText = (value: unknown) => (typeof value === 'string' ? value : null)
const toDate = (value: unknown) => (value instanceof Date ? value : null)

/** Costs one read per document. Throws if Firestore can't be read. */
export async function readPublicationIndex(desk: Desk): Promise<PublicationIndex> {
  const activity = 'Reading the publication'
  const documents = new Map<string, IndexedDocument>()
  const index: PublicationIndex = {
    refsBySourceId: new Map(),
    documents,
    takenSlugs: new Set(),
    authors: new Map(),
    tags: new Map(),
    redirects: new Map(),
    redirectSources: new Map(),
  }
  const indexedFields = ['importedFrom', 'name', 'publishedAt', 'revisedAt']
  for (const collection of ['tags', 'articles', 'pages', 'authors'] as const) {
    const query = { collection, fields: indexedFields }
    for await (const { id, fields } of listDocuments(desk, query, activity)) {
      const { name, publishedAt, revisedAt } = fields
      if (collection === 'tags') {
        index.tags.set(id, toText(name) ?? '')
        continue
      }
      const importedFrom = toText(fields.importedFrom)
      if (importedFrom !== null) index.refsBySourceId.set(importedFrom, { collection, slug: id })
      if (collection === 'authors') {
        index.authors.set(id, toText(name) ?? '')
        continue
      }
      const date = toDate(collection === 'pages' ? revisedAt : publishedAt)
      documents.set(id, { collection, importedFrom, date })
      index.takenSlugs.add(id)
    }
  }
  const draftFields = ['collection', 'slug', 'kept']
  const draftQuery = { collection: 'drafts', fields: draftFields }
  for await (const { fields } of listDocuments(desk, draftQuery, activity)) {
    const slug = String(fields.slug)
    // A stored document's draft has the document's key.
    if (fields.collection !== 'articles' || documents.has(slug)) continue
    const { importedFrom, publishedAt } = fields.kept as Readonly<Record<string, unknown>>
    const key = toText(importedFrom)
    if (key !== null) index.refsBySourceId.set(key, { collection: 'articles', slug })
    documents.set(slug, {
      collection: 'articles',
      importedFrom: key,
      date: toDate(publishedAt),
    })
    index.takenSlugs.add(slug)
  }
  for await (const { fields } of listDocuments(desk, { collection: 'redirects' }, activity)) {
    if (typeof fields.from !== 'string') continue
    index.redirects.set(fields.from, toText(fields.to))
    if (typeof fields.importedFrom === 'string')
      index.redirectSources.set(fields.from, fields.importedFrom)
  }
  return index
}

/** Returns the slug in the old site's addresses, which aren't transliterated. */
export const toArchiveSlug = (name: string) => toLatinSlug(name) ?? name
