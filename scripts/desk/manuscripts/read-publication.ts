/** Reads the facts about the publication that `checkDocument` needs. */
import type { StoredDocument } from '../../../functions/platform/adapters/firestore.ts'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import {
  listRequiredPaths,
  type PublicationLookup,
} from '../../../src/content/manuscript/check-references.ts'
import {
  type DocumentFields,
  type DocumentRef,
  publicPath,
} from '../../../src/content/manuscript/document.ts'
import { findKeyProblem } from '../../../src/domain/publication.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { maxConcurrentReads, queryDocuments, readDocument } from '../documents/stored-documents.ts'

type GivenDocument = DocumentRef & { readonly fields: DocumentFields; readonly body: string }

type Publication = {
  /** In the order of the documents. */
  readonly stored: readonly (StoredDocument | null)[]
  readonly lookup: Required<Pick<PublicationLookup, 'hasDocument' | 'texts' | 'names'>>
}

const getBody = ({ fields }: StoredDocument) => String(fields.body ?? '')

/** The documents given count as a part of the publication. */
export async function readPublication(
  desk: Desk,
  documents: readonly GivenDocument[],
): Promise<Publication> {
  const given = new Set(documents.map(({ collection, slug }) => `${collection}/${slug}`))
  const required = new Set(documents.flatMap(listRequiredPaths))
  const paths = [...required].filter((path) => !given.has(path))
  const [stored, others] = await Promise.all([
    mapConcurrently(documents, maxConcurrentReads, async ({ collection, slug }) =>
      findKeyProblem(collection, slug) === null
        ? readDocument(desk, `${collection}/${slug}`)
        : null,
    ),
    mapConcurrently(paths, maxConcurrentReads, (path) => readDocument(desk, path)),
  ])
  const existingPaths = new Set(given)
  const otherTexts: [string, string][] = []
  for (const [index, document] of others.entries()) {
    if (!document) continue
    existingPaths.add(paths[index]!)
    otherTexts.push([`/${document.id}`, getBody(document)])
  }
  const previousTexts = documents.flatMap((document, index): [string, string][] => {
    const previous = stored[index]
    return previous ? [[publicPath(document), getBody(previous)]] : []
  })
  const texts = {
    current: new Map([...otherTexts, ...listTexts(documents)]),
    previous: new Map([...otherTexts, ...previousTexts]),
  }
  const hasDocument = (path: string) => existingPaths.has(path)
  const names = {
    authors: await readNames(desk, 'authors', documents, hasDocument),
    tags: await readNames(desk, 'tags', documents, hasDocument),
  }
  return { stored, lookup: { hasDocument, texts, names } }
}

/** Names by slugs, which are only needed if a document names one that isn’t there. */
async function readNames(
  desk: Desk,
  collection: 'authors' | 'tags',
  documents: readonly GivenDocument[],
  hasDocument: (path: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const isComplete = documents.every(({ fields }) => {
    const slugs = fields[collection]
    return !Array.isArray(slugs) || slugs.every((slug) => hasDocument(`${collection}/${slug}`))
  })
  if (isComplete) return new Map()
  const stored = await queryDocuments(desk, { collection, fields: ['name'] })
  return new Map(stored.map(({ id, fields }) => [id, String(fields.name ?? '')]))
}

/** The texts of the documents by their addresses. */
export const listTexts = (documents: readonly GivenDocument[]): [string, string][] =>
  documents.map((document) => [publicPath(document), document.body])
