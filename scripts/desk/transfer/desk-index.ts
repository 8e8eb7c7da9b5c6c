/** What the publication holds already, as far as an import has to know: keys, no texts. */
import type { Firestore, FirestoreFailure } from '../../../functions/adapters/firestore.ts'
import { type Result, succeed } from '../../../src/domain/result.ts'
import { slugOf } from './our-slug.ts'

export type ImportedPlace = {
  readonly collection: 'articles' | 'pages' | 'authors'
  readonly slug: string
}

export type DeskIndex = {
  /** By the id that a document had elsewhere. */
  readonly bySource: Map<string, ImportedPlace>
  /** Articles and pages, which share their addresses. */
  readonly taken: Set<string>
  readonly authors: Set<string>
  /** From old addresses to where they lead; null where that has ended. */
  readonly redirects: Map<string, string | null>
}

/** Costs one read a document. */
export async function readDeskIndex(
  firestore: Firestore,
): Promise<Result<DeskIndex, FirestoreFailure>> {
  const index: DeskIndex = {
    bySource: new Map(),
    taken: new Set(),
    authors: new Set(),
    redirects: new Map(),
  }
  for (const collection of ['articles', 'pages', 'authors'] as const) {
    for await (const page of firestore.pages({ collection, fields: ['importedFrom'] })) {
      if (!page.ok) return page
      for (const { id, fields } of page.value.documents) {
        const keys = collection === 'authors' ? index.authors : index.taken
        keys.add(id)
        if (typeof fields.importedFrom === 'string') {
          index.bySource.set(fields.importedFrom, { collection, slug: id })
        }
      }
    }
  }
  for await (const page of firestore.pages({ collection: 'redirects' })) {
    if (!page.ok) return page
    for (const { fields } of page.value.documents) {
      const to = typeof fields.to === 'string' ? fields.to : null
      if (typeof fields.from === 'string') index.redirects.set(fields.from, to)
    }
  }
  return succeed(index)
}

/** A name of an archive as old addresses have it. */
export const archiveName = (name: string) => slugOf(name) ?? name
