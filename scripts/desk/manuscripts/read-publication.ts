/** Reads the facts about the publication that `checkDocument` needs. */
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import {
  listRequiredPaths,
  type PublicationLookup,
} from '../../../src/content/manuscript/check-references.ts'
import { type DocumentFields, publicPath } from '../../../src/content/manuscript/document.ts'
import type { DeskDocument } from '../../../src/contracts/endpoints/document-endpoints.ts'
import { findKeyProblem, type ManuscriptCollection } from '../../../src/domain/publication.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { findDocument, listDocuments, type TextRef } from '../documents/site-documents.ts'
import { parseKnownState } from './known-state.ts'

const maxConcurrentReads = 8

type GivenDocument = TextRef & {
  readonly fields: DocumentFields
  readonly body: string
  readonly version: string | null
}

type Publication = {
  /** Documents in the order in which they were passed. */
  readonly documents: readonly (DeskDocument | null)[]
  readonly lookup: Required<Pick<PublicationLookup, 'hasDocument' | 'texts' | 'names'>>
}

/** The given documents count as part of the publication. */
export async function readPublication(
  site: KeySite,
  given: readonly GivenDocument[],
): Promise<Publication> {
  const givenPaths = new Set(given.map(({ collection, slug }) => `${collection}/${slug}`))
  const required = new Set(given.flatMap(listRequiredPaths))
  const paths = [...required].filter((path) => !givenPaths.has(path))
  const documents = await mapConcurrently(given, maxConcurrentReads, async (document) =>
    findKeyProblem(document.collection, document.slug) === null
      ? findDocument(site, document, parseKnownState(document.version).base)
      : null,
  )
  const others = await mapConcurrently(paths, maxConcurrentReads, (path) => {
    const [collection, slug] = path.split('/') as [ManuscriptCollection, string]
    return findDocument(site, { collection, slug })
  })
  const existingPaths = new Set(givenPaths)
  const otherTexts: [string, string][] = []
  for (const [index, document] of others.entries()) {
    if (!document?.stored) continue
    existingPaths.add(paths[index]!)
    otherTexts.push([document.path, document.stored.body])
  }
  const previousTexts = documents.flatMap((document): [string, string][] =>
    document?.stored ? [[document.path, document.stored.body]] : [],
  )
  const texts = {
    current: new Map([...otherTexts, ...listTexts(given)]),
    previous: new Map([...otherTexts, ...previousTexts]),
  }
  const hasDocument = (path: string) => existingPaths.has(path)
  const names = {
    authors: await readNames(site, 'authors', given, hasDocument),
    tags: await readNames(site, 'tags', given, hasDocument),
  }
  return { documents, lookup: { hasDocument, texts, names } }
}

/** Reads names by slug, which are only needed if a document refers to an unknown slug. */
async function readNames(
  site: KeySite,
  collection: 'authors' | 'tags',
  given: readonly GivenDocument[],
  hasDocument: (path: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const isComplete = given.every(({ fields }) => {
    const slugs = fields[collection]
    return !Array.isArray(slugs) || slugs.every((slug) => hasDocument(`${collection}/${slug}`))
  })
  const names = new Map<string, string>()
  if (isComplete) return names
  for await (const { slug, title } of listDocuments(site, { collection })) names.set(slug, title)
  return names
}

/** Returns the documents' texts, by address. */
export const listTexts = (
  given: readonly Pick<GivenDocument, 'collection' | 'slug' | 'body'>[],
): [string, string][] => given.map((document) => [publicPath(document), document.body])
