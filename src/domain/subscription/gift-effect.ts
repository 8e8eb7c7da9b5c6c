/** Determines the effect that redeeming a gift would have for a reader, so that a page can announce it. */
import { isAwaitingFirstPayment } from './desired-status.ts'
import { isMonthly } from './due-dates.ts'
import { resolveEntitlement } from './entitlement.ts'
import type { Entitlement } from './entitlement-schema.ts'
import { advanceRecord } from './next-due.ts'
import { noSubscription, type SubscriptionRecord } from './subscription.ts'
import { transition } from './transition.ts'

export const giftEffectKinds = [
  /** Access starts now. */
  'startsNow',
  /** A monthly plan's next payments are skipped. */
  'postponesBilling',
  /** Part of a yearly plan's next payment is refunded. */
  'reducesPayment',
  /** The first payment is still due, and the gift's months follow it. */
  'waits',
  /** The reader's subscription is paused, and the gift's months follow the pause. */
  'paused',
  /** The payment has failed, so the subscription is cancelled, and the debt isn't collected. */
  'endsFailing',
  /** The gift's months follow the paid period of a cancelled subscription. */
  'afterPaidPeriod',
  /** The gift's months follow another gift, complimentary access or the rest of an earlier subscription. */
  'extendsAccess',
] as const
export type GiftEffectKind = (typeof giftEffectKinds)[number]

export type GiftEffect = {
  readonly kind: GiftEffectKind
  /** When access ends; null if a subscription continues it. */
  readonly until: Date | null
  /** The next payment without and with the gift; null if there is none. */
  readonly paymentBefore: Entitlement['nextPayment']
  readonly payment: Entitlement['nextPayment']
}

/** Returns null if the gift is already redeemed, or the reader has too many gifts. */
export function describeGiftEffect(
  stored: SubscriptionRecord | null,
  gift: { readonly id: string; readonly months: number },
  now: Date,
): GiftEffect | null {
  const record = advanceRecord(stored ?? noSubscription, now)
  const next = transition(
    record,
    { kind: 'redeemGift', gift: gift.id, months: gift.months, endFailing: true },
    now,
  )
  if (!next.ok) return null
  const after = resolveEntitlement(next.value.record, now)
  return {
    kind: getKind(record, now),
    until: after.givenUntil,
    paymentBefore: resolveEntitlement(record, now).nextPayment,
    payment: after.nextPayment,
  }
}

function getKind(record: SubscriptionRecord, now: Date): GiftEffectKind {
  const { subscription } = record
  switch (subscription?.state) {
    case 'active':
      if (!isMonthly(subscription)) return 'reducesPayment'
      return isAwaitingFirstPayment(subscription) ? 'waits' : 'postponesBilling'
    case 'paused':
      return 'paused'
    case 'paymentFailed':
      return 'endsFailing'
    case 'ending':
      return 'afterPaidPeriod'
    default:
      return resolveEntitlement(record, now).entitled ? 'extendsAccess' : 'startsNow'
  }
}
