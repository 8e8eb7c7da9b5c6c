/** Finds the data stored about a reader, for the data copy and the deletion. */
import type { ProvenAddress } from '../../src/domain/proven-address.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, Query, Write } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'

export type DataSubject = {
  readonly uid: string
  /** Null if the address isn't proven: anyone can enter an address, so it doesn't identify its owner. */
  readonly address: ProvenAddress | null
}

export type DataRow = {
  readonly path: string
  readonly id: string
  readonly fields: Fields
  /** Serves as a change's precondition. */
  readonly updateTime: string
}

export type FoundRows = Promise<Result<readonly DataRow[], FirestoreFailure>>

export type FindRows = (
  firestore: Firestore,
  subject: DataSubject,
  purpose: 'export' | 'delete',
) => FoundRows

export type DataSource = {
  /** The key in the exported file. */
  readonly name: string
  readonly find: FindRows
  /** Returns the writes that delete a row's personal data; without this, the document is deleted. Safe to repeat. */
  readonly forget?: (row: DataRow, subject: DataSubject, now: Date) => readonly Write[]
}

/** The maximum number of documents in one copy of the data. A reader gets the rest on request. */
export const maxCopiedRows = 500

/** The maximum number of documents in one round of a deletion. The next round finds others. */
export const maxDeletedRows = 100

/**
 * Limits the rows that queries return, because a Worker's memory and a call's cost are limited but a reader's data may
 * not be.
 */
export function limitRows(firestore: Firestore, most: number) {
  let room = most
  let cuts = 0
  const query: Firestore['query'] = async (wanted) => {
    // Requests one more row, to detect whether any are left out.
    const found = await firestore.query({
      ...wanted,
      limit: Math.min(wanted.limit ?? room + 1, room + 1),
    })
    if (!found.ok) return found
    const documents = found.value.documents.slice(0, room)
    if (documents.length < found.value.documents.length) cuts++
    room -= documents.length
    return succeed({ ...found.value, documents })
  }
  /** `countCuts` returns the number of queries whose results are incomplete. */
  return { firestore: { ...firestore, query }, countCuts: () => cuts }
}

export async function findOne(firestore: Firestore, path: string): FoundRows {
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  return succeed(stored.value ? [{ path, ...stored.value }] : [])
}

export async function findAll(firestore: Firestore, paths: readonly string[]): FoundRows {
  const stored = await firestore.getAll(paths)
  if (!stored.ok) return stored
  return succeed(
    stored.value.flatMap((document, index) =>
      document ? [{ path: paths[index]!, ...document }] : [],
    ),
  )
}

export const findDocument =
  (path: (uid: string) => string): FindRows =>
  (firestore, { uid }) =>
    findOne(firestore, path(uid))

export const findSubcollection =
  (getParent: (uid: string) => string, collection: string): FindRows =>
  async (firestore, { uid }) => {
    const found = await firestore.query({ collection, parent: getParent(uid) })
    if (!found.ok) return found
    return succeed(
      found.value.documents.map((row) => ({
        path: `${getParent(uid)}/${collection}/${row.id}`,
        ...row,
      })),
    )
  }

/** Selects what the data copy shows. */
export const showSelected =
  (find: FindRows, select: (fields: Fields) => Fields): FindRows =>
  async (firestore, subject, purpose) => {
    const found = await find(firestore, subject, purpose)
    if (!found.ok || purpose === 'delete') return found
    return succeed(found.value.map((row) => ({ ...row, fields: select(row.fields) })))
  }

export const findByUid =
  (collection: string, more: NonNullable<Query['where']> = []): FindRows =>
  async (firestore, { uid }) => {
    const where = [{ field: 'uid', is: 'EQUAL', value: uid } as const, ...more]
    const found = await firestore.query({ collection, where })
    if (!found.ok) return found
    return succeed(
      found.value.documents.map((row) => ({ path: `${collection}/${row.id}`, ...row })),
    )
  }
