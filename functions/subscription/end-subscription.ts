import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import { changeSubscription } from './change.ts'

/** Ends a reader's subscription for good, whatever its state. Again, or without one, it does nothing. */
export async function endSubscription(
  firestore: Firestore,
  uid: string,
  now: Date,
): Promise<Result<void, FirestoreFailure>> {
  const ended = await changeSubscription({
    firestore,
    uid,
    by: 'reader',
    now: () => now,
    event: async () => succeed({ kind: 'endNow' }),
  })
  // Nobody is charged for what is no record.
  if (ended.ok || ended.failure.kind === 'malformed') return succeed(undefined)
  const { failure } = ended
  return fail(
    failure.kind === 'notFound' || failure.kind === 'refused'
      ? { kind: 'unavailable', reason: failure.kind }
      : failure,
  )
}
