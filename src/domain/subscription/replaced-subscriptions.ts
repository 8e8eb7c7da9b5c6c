/** Subscriptions that another one has replaced. Their late payments aren't due, so they are refunded. */
import { fail, type Result, succeed } from '../result.ts'
import { withoutEffects } from './create-transition.ts'
import { isEndedAtPayPal } from './desired-status.ts'
import type { PayPalSubscription } from './paypal-subscription.ts'
import { maxReplaced, type ReplacedSubscription, type SubscriptionRecord } from './subscription.ts'
import type { IgnoredReason, Transition } from './subscription-event.ts'

/**
 * Replaces the current subscription, if there is one. Returns the record's new list, and the subscription that has to
 * be ended. A renewal may still be pending at PayPal.
 */
export function replaceCurrent(
  { subscription, replaced }: SubscriptionRecord,
  at: Date,
): { readonly list: SubscriptionRecord['replaced']; readonly toEnd: Transition['replaced'] } {
  if (!subscription) return { list: replaced, toEnd: null }
  const { provider: payPalSubscription, seenPaymentAt } = subscription
  const list = mergeReplaced(replaced, [{ provider: payPalSubscription, at, seenPaymentAt }])
  return { list, toEnd: { provider: payPalSubscription, lastDuePaymentAt: seenPaymentAt } }
}

/** Merges lists in ascending order of time, and keeps only the latest subscriptions. */
export const mergeReplaced = (
  one: SubscriptionRecord['replaced'],
  other: SubscriptionRecord['replaced'],
): SubscriptionRecord['replaced'] =>
  [...one, ...other].sort((a, b) => a.at.getTime() - b.at.getTime()).slice(-maxReplaced)

/** Ends the subscription again if it isn't cancelled at PayPal yet, or has been billed there since. */
export function endReplaced(
  record: SubscriptionRecord,
  replaced: ReplacedSubscription,
  { status, lastPaymentAt }: PayPalSubscription,
): Result<Transition, IgnoredReason> {
  const { seenPaymentAt } = replaced
  const isPaidSince = lastPaymentAt !== null && !(seenPaymentAt && lastPaymentAt <= seenPaymentAt)
  if (isEndedAtPayPal(status) && !isPaidSince) return fail('stale')
  const seen = isPaidSince ? { ...replaced, seenPaymentAt: lastPaymentAt } : replaced
  const list = record.replaced.map((one) => (one === replaced ? seen : one))
  // Payments after the last known one aren't due.
  const toEnd = { provider: replaced.provider, lastDuePaymentAt: seenPaymentAt }
  return succeed({ ...withoutEffects({ ...record, replaced: list }), replaced: toEnd })
}
