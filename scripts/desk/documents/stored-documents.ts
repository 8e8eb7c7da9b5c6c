import type { Query, StoredDocument } from '../../../functions/platform/adapters/firestore.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { requireStored } from '../command-line/exit-status.ts'

/** Throws if Firestore can't be read; `activity` names what failed. */
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
