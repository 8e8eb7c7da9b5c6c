/** What redeeming a gift would do for a reader, so that a page can say it beforehand. */
import type { GiftLength } from '../gift/gift-length.ts'
import { getNextBillingAt } from './next-billing.ts'
import { noSubscription, type SubscriptionRecord } from './subscription.ts'
import { transition } from './transition.ts'

export const giftEffectKinds = [
  /** Access begins now. */
  'startsNow',
  /** The reader pays; the next billing moves back. */
  'postponesBilling',
  /** The reader's subscription is paused: billing resumes when the pause and the gift are over. */
  'paused',
  /** The payment has failed: the subscription is cancelled, and the debt isn't collected. */
  'endsFailing',
  /** After the paid period of a subscription that was cancelled. */
  'afterPaidPeriod',
  /** After another gift, complimentary access, or what is left of an earlier subscription. */
  'extendsAccess',
] as const
export type GiftEffectKind = (typeof giftEffectKinds)[number]

export type GiftEffect = {
  readonly kind: GiftEffectKind
  /** Of the gift's time. */
  readonly from: Date
  readonly until: Date
  /** The next billing without and with the gift; null if there is none. */
  readonly billingBefore: Date | null
  readonly billingAt: Date | null
}

/** Null if it is redeemed already, or the reader has too many. */
export function describeGiftEffect(
  stored: SubscriptionRecord | null,
  gift: { readonly id: string; readonly months: GiftLength },
  now: Date,
): GiftEffect | null {
  const passed = transition(stored, { kind: 'timePassed' }, now)
  const record = passed.ok ? passed.value.record : (stored ?? noSubscription)
  const { subscription } = record
  const next = transition(
    record,
    { kind: 'redeemGift', gift: gift.id, months: gift.months, endFailing: true },
    now,
  )
  if (!next.ok) return null
  const { gifts, subscription: nextSubscription } = next.value.record
  const time = gifts.find(({ id }) => id === gift.id)
  if (!time) return null
  return {
    kind: getKind(record, time.from, now),
    from: time.from,
    until: time.until,
    billingBefore: subscription && getNextBillingAt(subscription),
    billingAt: nextSubscription && getNextBillingAt(nextSubscription),
  }
}

function getKind({ subscription }: SubscriptionRecord, from: Date, now: Date): GiftEffectKind {
  switch (subscription?.state) {
    case 'active':
      return 'postponesBilling'
    case 'paused':
      return 'paused'
    case 'paymentFailed':
      return 'endsFailing'
    case 'ending':
      return 'afterPaidPeriod'
    case 'disputed':
    case 'ended':
    case undefined:
      return from > now ? 'extendsAccess' : 'startsNow'
  }
}
