import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'

/**
 * Returns a write that changes nothing, but makes its commit fail if the account has changed since, so that nothing is
 * stored once the account's deletion has begun. Null if the deletion has begun or is complete. Costs a database read.
 */
export async function requireAccount(
  firestore: Pick<Firestore, 'get'>,
  uid: string,
): Promise<Result<readonly Write[] | null, FirestoreFailure>> {
  const set = `users/${uid}`
  const stored = await firestore.get(set)
  if (!stored.ok) return stored
  if (!stored.value || stored.value.fields.deletionRequestedAt) return succeed(null)
  return succeed([{ set, fields: {}, merge: true, ifUpdatedAt: stored.value.updateTime }])
}
