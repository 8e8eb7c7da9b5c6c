import type {
  Query,
  StoredDocument,
  Write,
} from '../../../functions/platform/adapters/firestore.ts'
import type { DocumentRef } from '../../../src/content/manuscript/document.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { requireStored } from '../command-line/exit-status.ts'
import { mapConcurrently } from '../command-line/map-concurrently.ts'
import { buildRedirectWrite } from './redirect-write.ts'

export const maxConcurrentReads = 24

/** Throws if Firestore can't be read. */
export async function readDocument(
  desk: Pick<Desk, 'firestore'>,
  path: string,
): Promise<StoredDocument | null> {
  return requireStored(`Reading ${path}`, await desk.firestore.get(path))
}

export function readDocuments(desk: Desk, refs: readonly DocumentRef[]) {
  return mapConcurrently(refs, maxConcurrentReads, ({ collection, slug }) =>
    readDocument(desk, `${collection}/${slug}`),
  )
}

/** Throws if Firestore can't be read; `activity` says what couldn't be done then. */
export async function queryDocuments(
  { firestore }: Pick<Desk, 'firestore'>,
  query: Query,
  activity = `Reading ${query.collection}`,
): Promise<readonly StoredDocument[]> {
  return requireStored(activity, await firestore.query(query)).documents
}

/** Lists documents page by page, if they don't fit into memory. */
export async function* listDocuments(
  { firestore }: Pick<Desk, 'firestore'>,
  query: Query,
  activity = `Reading ${query.collection}`,
): AsyncGenerator<StoredDocument> {
  for await (const page of firestore.pages(query)) yield* requireStored(activity, page).documents
}

/** Ends the redirect from an address that a document is about to use; null if there is none. */
export async function buildRedirectRemoval(desk: Desk, address: string): Promise<Write | null> {
  const removal = await buildRedirectWrite(address, null)
  const stored = await readDocument(desk, removal.set)
  if (!stored || stored.fields.to === null) return null
  return { ...removal, ifUpdatedAt: stored.updateTime }
}
