/** Describes a change for `subscriptions/{uid}/history`. The Worker adds who made it. */
import type { GiftTimeStatus } from '../gift/gift-transition.ts'
import type { SurplusReason } from './outbox-item.ts'
import type { PlanId } from './plan.ts'
import type { Subscription, SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent, Transition } from './subscription-event.ts'

type HistoryState = Subscription['state'] | 'none'

/** Fields that only some events have. */
type EventDetails = {
  readonly until?: Date | null
  readonly gift?: string
  readonly giftStatus?: GiftTimeStatus
  readonly refundedAt?: Date | null
}

export type HistoryChange = EventDetails & {
  readonly at: Date
  readonly kind: SubscriptionEvent['kind']
  readonly from: HistoryState
  readonly to: HistoryState
  readonly plan: PlanId | null
  /** PayPal's id of the subscription. */
  readonly provider: string | null
  /** A payment that counts, and one that wasn't due. */
  readonly paymentAt: Date | null
  readonly refundedAt: Date | null
  /** PayPal's id of a subscription that must not start. */
  readonly surplus: string | null
  readonly surplusReason?: SurplusReason
  /** The plan before a change. */
  readonly previousPlan?: PlanId
}

/** Describes events that the history contains although they needn't change the state; null for all others. */
function describeEvent(event: SubscriptionEvent): EventDetails | null {
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

/** `change`: null if a reader wouldn't call it one. `surplus`: null unless a subscription must not start. */
export function describeHistory(
  before: SubscriptionRecord | null,
  { record: { subscription }, refunds, surplus }: Transition,
  at: Date,
  event: SubscriptionEvent,
): { readonly change: HistoryChange | null; readonly surplus: HistoryChange | null } {
  const previous = before?.subscription ?? null
  const [from, to] = [previous?.state ?? 'none', subscription?.state ?? 'none'] as const
  const paidAt = subscription?.lastPaymentAt ?? null
  const isPayment = paidAt?.getTime() !== previous?.lastPaymentAt?.getTime()
  // A subscription with another plan has replaced it.
  const isPlanChange =
    previous !== null &&
    subscription?.previous != null &&
    subscription.provider !== previous.provider
  const details = describeEvent(event)
  const isRelevant = from !== to || isPlanChange || isPayment || refunds.length > 0 || details
  const change: HistoryChange = {
    at,
    kind: event.kind,
    from,
    to,
    plan: subscription?.plan ?? null,
    provider: subscription?.provider ?? null,
    paymentAt: isPayment ? paidAt : null,
    refundedAt: refunds.at(-1)?.at ?? null,
    surplus: null,
    ...(isPlanChange ? { previousPlan: previous.plan } : {}),
    ...details,
  }
  if (!surplus) return { change: isRelevant ? change : null, surplus: null }
  const { provider, reason: surplusReason } = surplus
  const unpaid = { ...change, from: to, paymentAt: null, refundedAt: null }
  return {
    change: isRelevant ? change : null,
    surplus: { ...unpaid, surplus: provider, surplusReason },
  }
}
