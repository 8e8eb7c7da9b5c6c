import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import { applySubscriptionEvent, type ChangeFailure } from './change-subscription.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'
import { reconcileWithPayPal } from './sync-from-paypal.ts'

/**
 * Ends a subscription here and at PayPal. Idempotent. `paypal` is null if the caller can't call PayPal. Without PayPal,
 * the function fails if PayPal may still charge the reader, so that the record isn't deleted.
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
  // There is nothing to charge for a malformed record.
  if (!ended.ok && ended.failure.kind === 'malformed') return succeed(undefined)
  if (!ended.ok) return fail(toUnavailable(ended.failure))
  const { record } = ended.value
  if (!record || record.isReconciled) return succeed(undefined)
  if (!paypal) return fail({ kind: 'unavailable', reason: 'PayPal isn’t connected' })
  const reconciled = await reconcileWithPayPal({ firestore, paypal, ...clock }, uid, record)
  // PayPal doesn't have the subscription, so nothing is charged.
  if (!reconciled.ok && reconciled.failure.kind === 'notFound') return succeed(undefined)
  if (!reconciled.ok) return fail(toUnavailable(reconciled.failure))
  const isEnded = reconciled.value?.record?.isReconciled ?? true
  return isEnded ? succeed(undefined) : fail({ kind: 'unavailable', reason: 'not ended yet' })
}

/** Ends a subscription whose time is up, here and at PayPal, so that another one can start. */
export async function endPreviousSubscription(
  deps: SubscriptionDeps,
  uid: string,
  record: SubscriptionRecord | null,
): Promise<Result<void, ChangeFailure>> {
  if (!record?.subscription) return succeed(undefined)
  const updated = await applySubscriptionEvent(deps, uid, 'cron', { kind: 'timePassed' })
  if (!updated.ok) return updated
  if (!updated.value.record || updated.value.record.isReconciled) return succeed(undefined)
  const reconciled = await reconcileWithPayPal(deps, uid, updated.value.record)
  if (!reconciled.ok) return reconciled
  return reconciled.value?.record?.isReconciled ? succeed(undefined) : fail({ kind: 'conflict' })
}

const firestoreKinds: readonly string[] = ['unavailable', 'conflict', 'rejected']

const toUnavailable = (failure: { readonly kind: string }): FirestoreFailure =>
  firestoreKinds.includes(failure.kind)
    ? (failure as FirestoreFailure)
    : { kind: 'unavailable', reason: failure.kind }
