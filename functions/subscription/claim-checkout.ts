import { succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import { createTokenCookie } from '../identity/cookies.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { isBuyer, refusePurchase } from './checkout-buyer.ts'
import { endPreviousSubscription } from './end-subscription.ts'
import { renewStatus, secondSubscriptionText } from './renew-status.ts'
import { findCheckout } from './stored-checkout.ts'
import type { SubscriptionHandlerDeps } from './subscription-handler-deps.ts'
import { syncFromPayPal } from './sync-from-paypal.ts'
import { transferCheckout } from './transfer-checkout.ts'

/** Moves a guest's purchase to the reader's account. A repeated call returns the reader's status. */
export const claimCheckout: Handle<
  'POST /api/checkout/:id/claim',
  SubscriptionHandlerDeps
> = async ({ id, key }, { uid, subscription }, requestDeps) => {
  const { firestore, paypal, now } = requestDeps
  const refuseClaim = (reason: string) =>
    refusePurchase(requestDeps, 'checkout_not_claimed', reason)
  if (!paypal) return refuseClaim('not set up')
  const deps = { firestore, paypal, now }
  const found = await findCheckout(firestore, id)
  if (!found.ok) return refuseClaim(found.failure.kind)
  const checkout = found.value
  if (!checkout || !(await isBuyer(requestDeps, id, checkout, { uid, key })))
    return refuse('not_found')
  if (checkout.uid === uid) return returnStatus(requestDeps, uid, subscription)

  const synced = await syncFromPayPal(deps, checkout, id, { by: 'reader' })
  if (!synced.ok) return refuseClaim(synced.failure.kind)
  if (synced.value.record?.subscription?.provider !== id) return refuse('not_found')
  const ended = await endPreviousSubscription(deps, uid, subscription)
  if (!ended.ok) return refuseClaim(ended.failure.kind)
  const transferred = await transferCheckout(deps, id, { uid })
  if (!transferred.ok) {
    const { kind } = transferred.failure
    return kind === 'notFound' ? refuse('not_found') : refuseClaim(kind)
  }
  requestDeps.sendPendingEmails(checkout.uid)
  if (transferred.value === 'trialUsed') return refuse('trial_used')
  if (typeof transferred.value !== 'string')
    return returnStatus(requestDeps, uid, transferred.value)
  return refuse('already_subscribed', secondSubscriptionText)
}

async function returnStatus(
  deps: SubscriptionHandlerDeps,
  uid: string,
  record: SubscriptionRecord | null,
) {
  const status = await renewStatus(deps, uid, record)
  deps.setCookies([createTokenCookie('buyer', null)])
  return succeed(status)
}
