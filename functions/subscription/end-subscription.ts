import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import type { PayPal } from '../adapters/paypal.ts'
import { applySubscriptionEvent } from './change-subscription.ts'
import { reconcileProvider } from './sync-from-provider.ts'

/**
 * Ends a subscription here and at PayPal. Idempotent. `paypal` is null where the caller can't reach PayPal:
 * then it fails if PayPal may still charge the reader, so that the record isn't deleted.
 */
export async function endSubscription(
  { firestore, paypal }: { readonly firestore: Firestore; readonly paypal: PayPal | null },
  uid: string,
  now: Date,
): Promise<Result<void, FirestoreFailure>> {
  const clock = { now: () => now }
  const ended = await applySubscriptionEvent({ firestore, ...clock }, uid, 'reader', {
    kind: 'endNow',
  })
  // A malformed record isn't charged.
  if (!ended.ok && ended.failure.kind === 'malformed') return succeed(undefined)
  if (!ended.ok) return fail(toUnavailable(ended.failure))
  const { record } = ended.value
  if (!record || record.isReconciled) return succeed(undefined)
  if (!paypal) return fail({ kind: 'unavailable', reason: 'PayPal isn’t connected' })
  const reconciled = await reconcileProvider({ firestore, paypal, ...clock }, uid, record)
  // Unknown to PayPal, so it isn't charged.
  if (!reconciled.ok && reconciled.failure.kind === 'notFound') return succeed(undefined)
  if (!reconciled.ok) return fail(toUnavailable(reconciled.failure))
  const isEnded = reconciled.value?.record?.isReconciled ?? true
  return isEnded ? succeed(undefined) : fail({ kind: 'unavailable', reason: 'not ended yet' })
}

function toUnavailable(failure: { readonly kind: string } | FirestoreFailure): FirestoreFailure {
  return failure.kind === 'unavailable' ||
    failure.kind === 'conflict' ||
    failure.kind === 'rejected'
    ? (failure as FirestoreFailure)
    : { kind: 'unavailable', reason: failure.kind }
}
