/** Steps that several changes of a record share. */

import type { GiftTimeEmail, SubscriptionEmail } from './outbox-item.ts'
import { paymentGracePeriod, type Subscription, type SubscriptionRecord } from './subscription.ts'
import type { PaymentReference, Settlement } from './subscription-event.ts'
import { placeBank } from './time-bank.ts'
import { getPaidEnd, returnClosedTime, returnUnusedTime } from './used-months.ts'

/** A record after a step, with the effects of the step. */
export type Change = {
  readonly record: SubscriptionRecord
  readonly emails?: readonly SubscriptionEmail[]
  readonly giftEmails?: readonly GiftTimeEmail[]
  readonly refunds?: readonly PaymentReference[]
  readonly settlements?: readonly Settlement[]
}

export const changeSubscriptionOf = (
  record: SubscriptionRecord,
  subscription: Subscription,
  emails: readonly SubscriptionEmail[] = [],
): Change => ({ record: { ...record, subscription }, emails })

export const mergeChanges = (earlier: Change, later: Change): Change => ({
  record: later.record,
  emails: [...(earlier.emails ?? []), ...(later.emails ?? [])],
  giftEmails: [...(earlier.giftEmails ?? []), ...(later.giftEmails ?? [])],
  refunds: [...(earlier.refunds ?? []), ...(later.refunds ?? [])],
  settlements: [...(earlier.settlements ?? []), ...(later.settlements ?? [])],
})

/** When the access ends that a reader has without the bank; null while a subscription runs. */
function getOtherAccessEnd(record: SubscriptionRecord): Date | null {
  const { subscription, formerAccess, complimentaryUntil } = record
  if (subscription?.state === 'active' || subscription?.state === 'paused') return null
  const ends = [
    subscription && getStoppedAccessEnd(subscription),
    formerAccess && !formerAccess.isDisputed ? formerAccess.until : null,
    complimentaryUntil,
  ]
  return new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)))
}

function getStoppedAccessEnd(subscription: Subscription): Date | null {
  switch (subscription.state) {
    case 'paymentFailed':
      return getGraceEnd(subscription)
    case 'ending':
      return getPaidEnd(subscription)
    case 'active':
    case 'paused':
    case 'disputed':
    case 'ended':
      return null
  }
}

export const getGraceEnd = ({ paidThrough }: Pick<Subscription, 'paidThrough'>) =>
  new Date(paidThrough.getTime() + paymentGracePeriod)

export const placeTime = (record: SubscriptionRecord, now: Date): SubscriptionRecord =>
  placeBank(record, getOtherAccessEnd(record), now)

/** The payment that the current period is paid by; null if there was none. */
export const getPaidAt = ({ lastPaymentAt, previous }: Subscription) =>
  lastPaymentAt ?? previous?.lastPaymentAt ?? null

/** When the reader, PayPal or a dispute stopped billing; null while it's active. */
export function getStoppedAt(subscription: Subscription): Date | null {
  switch (subscription.state) {
    case 'ending':
    case 'paused':
    case 'disputed':
    case 'ended':
      return subscription.stoppedAt
    case 'active':
    case 'paymentFailed':
      return null
  }
}

export function copyCommonFields(subscription: Subscription) {
  const { plan, provider, paidThrough, anchor, billing, hasSkipped, used } = subscription
  const { lastPaymentAt, seenPaymentAt, trialEndsAt, remindedAt, previous } = subscription
  return {
    ...{ plan, provider, paidThrough, anchor, billing, hasSkipped, used },
    ...{ lastPaymentAt, seenPaymentAt, trialEndsAt, remindedAt, previous },
  }
}

/** Ends it now. What is left of the months that have replaced payments is returned. */
export function endNow(
  record: SubscriptionRecord,
  subscription: Subscription,
  now: Date,
  emails: readonly SubscriptionEmail[] = ['ended'],
): Change {
  const opened = returnClosedTime(record.bank, subscription)
  const { bank, used } = returnUnusedTime(opened.bank, { ...subscription, used: opened.used }, now)
  const stoppedAt = getStoppedAt(subscription) ?? now
  const common = { ...copyCommonFields(subscription), used, billing: null }
  return {
    record: {
      ...record,
      bank,
      subscription: { state: 'ended', ...common, stoppedAt, endedAt: now },
    },
    emails,
  }
}
