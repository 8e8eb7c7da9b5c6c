/** Describes a change for `subscriptions/{uid}/history`. The Worker adds the change's author. */
import type { SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent, Transition } from './subscription-event.ts'

/** Describes events that are in the history even if they don't change the state; null for all others. */
function describeEvent(event: SubscriptionEvent) {
  switch (event.kind) {
    case 'acceptOffer':
      return {}
    case 'grant':
      return { until: event.until }
    case 'redeemGift':
      return { gift: event.gift }
    case 'giftChanged':
      return { gift: event.gift, giftStatus: event.status }
    case 'refunded':
      return { refundedAt: event.paymentAt }
    default:
      return null
  }
}

/**
 * `change` is null if a reader wouldn't regard it as a change. `surplus` is null unless a subscription must not start.
 * `paymentAt` is the time of a payment that counts, `refundedAt` of one that wasn't due or was refunded. `provider` and
 * `surplus` are PayPal's ids.
 */
export function describeHistory(
  before: SubscriptionRecord | null,
  { record: { subscription }, refunds, surplus }: Transition,
  at: Date,
  event: SubscriptionEvent,
) {
  const previous = before?.subscription ?? null
  const [from, to] = [previous?.state ?? 'none', subscription?.state ?? 'none'] as const
  const paidAt = subscription?.lastPaymentAt ?? null
  const isPayment = paidAt?.getTime() !== previous?.lastPaymentAt?.getTime()
  // A subscription with another plan has replaced the previous one.
  const isPlanChange =
    previous !== null &&
    subscription?.previous != null &&
    subscription.provider !== previous.provider
  const details = describeEvent(event)
  const isRelevant = from !== to || isPlanChange || isPayment || refunds.length > 0 || details
  const change = {
    at,
    kind: event.kind,
    from,
    to,
    plan: subscription?.plan ?? null,
    provider: subscription?.provider ?? null,
    paymentAt: isPayment ? paidAt : null,
    refundedAt: refunds.at(-1)?.at ?? null,
    surplus: null,
    // Stores the plan before a change.
    ...(isPlanChange ? { previousPlan: previous.plan } : {}),
    ...details,
  }
  const unpaid = { ...change, from: to, paymentAt: null, refundedAt: null }
  return {
    change: isRelevant ? change : null,
    surplus: surplus && { ...unpaid, surplus: surplus.provider, surplusReason: surplus.reason },
  }
}
