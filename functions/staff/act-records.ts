/** The record of staff acts. Each act is stored in the same commit as its change. */

import { type Result, succeed } from '../../src/domain/result.ts'
import type { AccessKey } from '../../src/domain/staff/access-key.ts'
import {
  type Act,
  accountActKinds,
  actSchema,
  getActExpiry,
  type StoredAct,
} from '../../src/domain/staff/act.ts'
import type { DataRow, DataSource, FindRows } from '../identity/personal-data.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'

const collection = 'acts'

/** The maximum number of acts in one response. */
const maxActs = 100

/** The person who acted; null for an operator with the service account's key. */
export type Actor = {
  readonly uid: string
  readonly key: Pick<AccessKey, 'name'> | null
} | null

export function createActWrite(
  actor: Actor,
  act: Pick<Act, 'kind' | 'subject' | 'before' | 'after'>,
  at: Date,
  id: string = crypto.randomUUID(),
): Write {
  const who = { by: actor?.uid ?? null, key: actor?.key?.name ?? null }
  const fields: Act = { at, ...who, ...act, expiresAt: getActExpiry(at) }
  return { set: `${collection}/${id}`, fields, ifExists: false }
}

/** Counts a person's acts of one kind since a given time. Costs a read per thousand. */
export const countActs = (
  firestore: Pick<Firestore, 'count'>,
  { by, kind, since }: Pick<Act, 'by' | 'kind'> & { readonly since: Date },
): Promise<Result<number, FirestoreFailure>> =>
  firestore.count({
    collection,
    where: [
      { field: 'by', is: 'EQUAL', value: by },
      { field: 'kind', is: 'EQUAL', value: kind },
      { field: 'at', is: 'GREATER_THAN', value: since },
    ],
    orderBy: 'at',
  })

/**
 * Finds a person's acts and those about their account for the data copy, without naming who did the latter. A deletion
 * keeps the acts until they expire, because others must be able to see what was done.
 */
const findOwnActs: FindRows = async (firestore, { uid }, purpose) => {
  if (purpose === 'delete') return succeed([])
  const rows = new Map<string, DataRow>()
  const own = { field: 'by', is: 'EQUAL', value: uid } as const
  const aboutAccount = [
    { field: 'subject', is: 'EQUAL', value: uid },
    // In other acts, the subject is a key's name, which can look like a uid.
    { field: 'kind', is: 'IN', value: accountActKinds },
  ] as const
  for (const where of [aboutAccount, [own]]) {
    const found = await firestore.query({ collection, where })
    if (!found.ok) return found
    for (const row of found.value.documents) {
      const { by, key: _, ...fields } = row.fields
      const shown = by === uid ? row.fields : fields
      rows.set(row.id, { ...row, path: `${collection}/${row.id}`, fields: shown })
    }
  }
  return succeed([...rows.values()])
}

export const actData: DataSource = { name: 'acts', find: findOwnActs }

/**
 * Returns the latest acts first. All acts of one millisecond are on the same page, so that the next page starts before
 * the last act's time.
 */
export async function findActs(
  firestore: Firestore,
  before: Date | null,
): Promise<Result<readonly StoredAct[], FirestoreFailure>> {
  const found = await firestore.query({
    collection,
    ...(before ? { where: [{ field: 'at', is: 'LESS_THAN', value: before }] } : {}),
    orderBy: 'at',
    newestFirst: true,
    limit: maxActs,
  })
  if (!found.ok) return found
  const acts = found.value.documents.map(({ fields }) => actSchema.parse(fields))
  const last = acts[maxActs - 1]?.at.getTime()
  const complete = acts.filter(({ at }) => at.getTime() !== last)
  return succeed(complete.length > 0 ? complete : acts)
}
