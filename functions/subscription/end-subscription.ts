import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import type { PayPal } from '../adapters/paypal.ts'
import { changeSubscription } from './change.ts'
import { align } from './look.ts'

/**
 * Ends a reader's subscription for good, whatever its state, here and at PayPal: nobody is billed by
 * somebody who has forgotten them. Again, or without one, it does nothing. Where nothing is sold, `paypal`
 * is null.
 */
export async function endSubscription(
  { firestore, paypal }: { readonly firestore: Firestore; readonly paypal: PayPal | null },
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
  if (!ended.ok && ended.failure.kind === 'malformed') return succeed(undefined)
  if (!ended.ok) return fail(asUnavailable(ended.failure))
  const { record } = ended.value
  if (!paypal || !record || record.isAligned) return succeed(undefined)
  const aligned = await align({ firestore, paypal, now: () => now }, uid, record)
  // PayPal has none of that name: there is nothing to bill.
  if (!aligned.ok && aligned.failure.kind === 'notFound') return succeed(undefined)
  if (!aligned.ok) return fail(asUnavailable(aligned.failure))
  const isEnded = aligned.value?.record?.isAligned ?? true
  return isEnded ? succeed(undefined) : fail({ kind: 'unavailable', reason: 'not ended yet' })
}

function asUnavailable(failure: { readonly kind: string } | FirestoreFailure): FirestoreFailure {
  return failure.kind === 'unavailable' ||
    failure.kind === 'conflict' ||
    failure.kind === 'rejected'
    ? (failure as FirestoreFailure)
    : { kind: 'unavailable', reason: failure.kind }
}
