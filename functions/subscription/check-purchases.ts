/** Looks up at PayPal the purchases whose buyer hasn't come back and for which no event has arrived. */
import { day } from '../../src/domain/duration.ts'
import {
  getSecondCheckoutPaymentPath,
  type OutboxItemOf,
} from '../../src/domain/outbox/outbox-item.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import {
  createOutboxWrite,
  createSurplusWrite,
  type ItemOutcome,
  nothingLeft,
} from '../outbox/outbox-writes.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import { checkoutPath, findCheckout } from './stored-checkout.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'
import { syncFromPayPal } from './sync-from-paypal.ts'

/** Milliseconds until the second check. PayPal deletes unapproved purchases within hours. */
const secondCheckDelay = day

/** Hourly attempts for four days, not counting PayPal's outages. After that, the checkout can expire. */
const maxAttempts = 100

/**
 * Looks up at PayPal a purchase whose buyer didn't come back, and again a day later if it wasn't approved by then. A
 * first payment that is still pending gets a separate item (`firstPayment`).
 */
export async function checkCheckoutPayment(
  deps: SubscriptionDeps,
  { uid, provider, pendingSince, attempts }: OutboxItemOf<'checkoutPayment'>,
): Promise<ItemOutcome> {
  const repeatFor = (failure: { readonly kind: string }) =>
    attempts > maxAttempts ? nothingLeft : fail(failure)
  const found = await findCheckout(deps.firestore, provider)
  if (!found.ok) return repeatFor(found.failure)
  // A checkout that was paid for or refused doesn't expire. For a deleted account, the deletion has added an item that
  // cancels the subscription.
  if (!found.value?.expiresAt || found.value.uid === deletedAccountUid) return nothingLeft
  const synced = await syncFromPayPal(deps, found.value, provider, { by: 'cron' })
  if (!synced.ok)
    return synced.failure.kind === 'notFound' ? nothingLeft : repeatFor(synced.failure)
  const status = synced.value.found?.payPalState.status
  const isUnapproved = status === 'APPROVAL_PENDING' || status === 'APPROVED'
  const now = deps.now()
  if (!isUnapproved || now.getTime() - pendingSince.getTime() >= secondCheckDelay)
    return nothingLeft
  const effect = { kind: 'checkoutPayment', uid, provider } as const
  const dueAt = new Date(now.getTime() + secondCheckDelay)
  const path = getSecondCheckoutPaymentPath(provider)
  return succeed([createOutboxWrite(path, effect, pendingSince, dueAt)])
}

/** In milliseconds. */
const maxPendingTime = 3 * day

/** Cancels a subscription whose payment PayPal can't collect, so that it's never charged later. */
export async function checkFirstPayment(
  deps: SubscriptionDeps,
  { uid, provider, pendingSince }: OutboxItemOf<'firstPayment'>,
): Promise<ItemOutcome> {
  const found = await findCheckout(deps.firestore, provider)
  if (!found.ok) return found
  // The account's deletion has added an item that cancels the subscription.
  if (!found.value || found.value.uid === deletedAccountUid) return nothingLeft
  const { updateTime, ...checkout } = found.value
  const synced = await syncFromPayPal(deps, checkout, provider, { by: 'cron' })
  if (!synced.ok) return synced
  if (synced.value.ignored !== 'unpaid') return nothingLeft
  const now = deps.now()
  const isDeclined = (synced.value.found?.payPalState.failedPayments ?? 0) > 0
  if (!isDeclined && now.getTime() - pendingSince.getTime() < maxPendingTime)
    return fail({ kind: 'notPaid' })
  // A checkout without an expiry isn't new, so a late payment doesn't start the subscription.
  const fields = { ...checkout, expiresAt: null, refusedFor: 'notPaid' }
  return succeed([
    { set: checkoutPath(provider), fields, ifUpdatedAt: updateTime },
    createSurplusWrite({ uid, provider, reason: 'notPaid' }, now),
  ])
}
