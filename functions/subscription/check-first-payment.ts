import { day } from '../../src/domain/duration.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { OutboxItemOf } from '../../src/domain/subscription/outbox-item.ts'
import { createSurplusWrite, type ItemOutcome, nothingLeft } from '../outbox/outbox-writes.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import { checkoutPath, findCheckout } from './stored-checkout.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'
import { syncFromPayPal } from './sync-from-paypal.ts'

/** Milliseconds. */
const maxPendingTime = 3 * day

/** A subscription whose payment PayPal can't collect is cancelled, so that it's never charged later. */
export async function checkFirstPayment(
  deps: SubscriptionDeps,
  { uid, provider: payPalSubscription, pendingSince }: OutboxItemOf<'firstPayment'>,
): Promise<ItemOutcome> {
  const found = await findCheckout(deps.firestore, payPalSubscription)
  if (!found.ok) return found
  // The account's deletion has added an item that cancels it.
  if (!found.value || found.value.uid === deletedAccountUid) return nothingLeft
  const { updateTime, ...checkout } = found.value
  const synced = await syncFromPayPal(deps, checkout, payPalSubscription, { by: 'cron' })
  if (!synced.ok) return synced
  if (synced.value.ignored !== 'unpaid') return nothingLeft
  const now = deps.now()
  const isDeclined = (synced.value.found?.payPalState.failedPayments ?? 0) > 0
  if (!isDeclined && now.getTime() - pendingSince.getTime() < maxPendingTime)
    return fail({ kind: 'notPaid' })
  // Without an expiry it isn't new, so a late payment doesn't start it.
  return succeed([
    {
      set: checkoutPath(payPalSubscription),
      fields: { ...checkout, expiresAt: null, refusedFor: 'notPaid' },
      ifUpdatedAt: updateTime,
    },
    createSurplusWrite({ uid, provider: payPalSubscription, reason: 'notPaid' }, now),
  ])
}
