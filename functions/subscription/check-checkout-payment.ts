import { day } from '../../src/domain/duration.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import {
  getSecondCheckoutPaymentPath,
  type OutboxItemOf,
} from '../../src/domain/subscription/outbox-item.ts'
import { createOutboxWrite, type ItemOutcome, nothingLeft } from '../outbox/outbox-writes.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import { findCheckout } from './stored-checkout.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'
import { syncFromPayPal } from './sync-from-paypal.ts'

/** Milliseconds until the second check. PayPal forgets within hours what nobody approves. */
const secondCheckDelay = day

/** Hourly attempts for four days, not counting PayPal's outages. After them, the checkout can expire. */
const maxAttempts = 100

/**
 * Asks PayPal about a buyer who didn't come back, and again a day later if nobody had approved by then. A first
 * payment that is still pending gets an item of its own (`firstPayment`).
 */
export async function checkCheckoutPayment(
  deps: SubscriptionDeps,
  { uid, provider: payPalSubscription, pendingSince, attempts }: OutboxItemOf<'checkoutPayment'>,
): Promise<ItemOutcome> {
  const repeatFor = (failure: { readonly kind: string }) =>
    attempts > maxAttempts ? nothingLeft : fail(failure)
  const found = await findCheckout(deps.firestore, payPalSubscription)
  if (!found.ok) return repeatFor(found.failure)
  // A checkout that was paid or refused doesn't expire. The account's deletion has added an item that cancels it.
  if (!found.value?.expiresAt || found.value.uid === deletedAccountUid) return nothingLeft
  const synced = await syncFromPayPal(deps, found.value, payPalSubscription, { by: 'cron' })
  if (!synced.ok)
    return synced.failure.kind === 'notFound' ? nothingLeft : repeatFor(synced.failure)
  const status = synced.value.found?.payPalState.status
  const isUnapproved = status === 'APPROVAL_PENDING' || status === 'APPROVED'
  const now = deps.now()
  if (!isUnapproved || now.getTime() - pendingSince.getTime() >= secondCheckDelay)
    return nothingLeft
  const path = getSecondCheckoutPaymentPath(payPalSubscription)
  const effect = { kind: 'checkoutPayment', uid, provider: payPalSubscription } as const
  const dueAt = new Date(now.getTime() + secondCheckDelay)
  return succeed([createOutboxWrite(path, effect, pendingSince, dueAt)])
}
