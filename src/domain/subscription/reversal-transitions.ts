/** Applies refunds and disputes of payments to a stored subscription. */
import { addDispute, type OpenDisputes, removeDispute } from '../open-disputes.ts'
import { bankClosedTime, getPauseSource, suspendPauseTime } from './closed-time.ts'
import { isSkippingPause } from './desired-status.ts'
import { isBillingNear } from './due-dates.ts'
import { resume } from './next-due.ts'
import {
  addLostPayment,
  countOtherPayment,
  findRemainingPayment,
  isOfDispute,
  isPreviousPaid,
  listOtherDisputes,
} from './paid-periods.ts'
import { isSamePayment } from './payments.ts'
import { endAtPeriodEnd } from './reader-transitions.ts'
import {
  type Change,
  changeSubscriptionOf,
  copyCommonFields,
  endNow,
  failPayment,
  getPaidAt,
  getStoppedAt,
} from './record-change.ts'
import type {
  Subscriber,
  Subscription,
  SubscriptionIn,
  SubscriptionRecord,
} from './subscription.ts'
import type { EventOf, ReversalEvent } from './subscription-event.ts'
import { removeSource } from './time-bank.ts'
import { returnShare, returnUnusedTime, takeShareBack, takeUnusedBack } from './used-months.ts'

/** Returns null if nothing changes. */
export function applyReversal(record: Subscriber, event: ReversalEvent, now: Date): Change | null {
  switch (event.kind) {
    case 'refunded':
      return applyRefund(record, event, now)
    case 'disputed':
      return applyDispute(record, event, now)
    case 'disputeWon': {
      const { subscription } = record
      if (subscription.state !== 'disputed') return null
      const open = removeDispute(subscription.disputes, event.dispute)
      return open && closeDisputes(record, subscription, open, now)
    }
    case 'shareRefused':
      return refuseShare(record, event.paymentAt)
  }
}

/** Closes decided disputes; others may still be open. */
const closeDisputes = (
  record: SubscriptionRecord,
  subscription: SubscriptionIn<'disputed'>,
  open: OpenDisputes,
  now: Date,
): Change =>
  open.length > 0
    ? changeSubscriptionOf(record, { ...subscription, disputes: open })
    : winDispute(record, subscription, now)

/**
 * Restores the months used for the payment. Returns null if there were none. If a dispute has restored them, they
 * mustn't be taken back.
 */
function refuseShare(record: Subscriber, paymentAt: Date): Change | null {
  const { subscription } = record
  const isShare = ({ state, paymentAt: paidAt }: Subscription['used'][number]) =>
    (state !== 'returned' || subscription.state === 'disputed') && isSamePayment(paidAt, paymentAt)
  if (!subscription.used.some(isShare)) return null
  const { bank } = returnShare(record.bank, subscription, getPaidAt(subscription), null)
  const used = subscription.used.filter((use) => !isShare(use))
  return changeSubscriptionOf({ ...record, bank }, { ...subscription, used })
}

function applyRefund(before: Subscriber, event: EventOf<'refunded'>, now: Date): Change | null {
  if (before.subscription.state === 'ended') return null
  const subscription = addLostPayment(before.subscription, event)
  const record = { ...before, subscription }
  const paidAt = getPaidAt(subscription)
  const isCounted = isSamePayment(paidAt, event.paymentAt)
  // A dispute ends when the disputed payment is refunded, whichever payment that was.
  const endsDispute = isOfDispute(subscription, event.paymentAt)
  if (!isCounted && !endsDispute) return subscription === before.subscription ? null : { record }
  const remaining = findRemainingPayment(subscription, event)
  if (remaining || (endsDispute && isPreviousPaid(subscription, event))) {
    // Another payment still pays for the period, and the disputed payment has been returned.
    const counted = remaining ? countOtherPayment(record, remaining) : record
    const left = counted.subscription
    if (!endsDispute || left.state !== 'disputed') return { record: counted }
    return closeDisputes(counted, left, listOtherDisputes(left.disputes, event.paymentAt), now)
  }
  // A dispute has already restored the months, except those of a payment counted since.
  const { bank, used } = returnShare(record.bank, subscription, paidAt, now)
  // The email about a refund is about the current period's payment.
  const email = isCounted ? 'refunded' : 'ended'
  const ended = endNow({ ...record, bank, subscription: { ...subscription, used } }, now, [email])
  // The time that a pause closed had been paid for by the returned payment.
  const left = removeSource(ended.record.bank, getPauseSource(paidAt))
  return { ...ended, record: { ...ended.record, bank: left } }
}

/** Closes access. The reader can use the months that didn't replace the disputed payment. */
function applyDispute(record: Subscriber, event: EventOf<'disputed'>, now: Date): Change | null {
  const { subscription } = record
  const known = subscription.state === 'disputed' ? subscription.disputes : []
  const disputes = addDispute(known, event.dispute, event.paymentAt)
  if (!disputes || subscription.state === 'ended') return null
  if (subscription.state === 'disputed')
    return changeSubscriptionOf(record, { ...subscription, disputes })
  const opened = bankClosedTime(record, now)
  const paidAt = getPaidAt(subscription)
  const share = returnShare(opened.bank, subscription, paidAt, now)
  const left = { ...subscription, used: share.used }
  const { bank, used } = returnUnusedTime(share.bank, left, now)
  const disputed: Subscription = {
    state: 'disputed',
    ...copyCommonFields(subscription),
    disputes,
    used,
    billing: null,
    stoppedAt: getStoppedAt(subscription) ?? now,
    wasStopped: subscription.state === 'ending' || isSkippingPause(subscription),
    isFinal: subscription.state === 'ending' && subscription.isFinal,
  }
  return changeSubscriptionOf({ ...opened, bank: suspendPauseTime(bank, disputed) }, disputed)
}

/** Reopens access. PayPal may have skipped a date during the dispute, which counts as a missing payment. */
function winDispute(
  record: SubscriptionRecord,
  subscription: SubscriptionIn<'disputed'>,
  now: Date,
): Change {
  const paidAt = getPaidAt(subscription)
  const shared = takeShareBack(record.bank, subscription, paidAt)
  const open = { ...subscription, used: shared.used, remindedAt: now }
  const bank = suspendPauseTime(shared.bank, open, false)
  const left = { ...record, bank, subscription: open }
  if (open.wasStopped) return endAtPeriodEnd(left, now, open.isFinal)
  // The dispute returned unused months to the time bank, which has granted access since then. Months that are still in
  // the bank become part of the period again.
  const taken = takeUnusedBack(left.bank, open, open.stoppedAt, now)
  const restored = taken
    ? { ...left, bank: taken.bank, bankFrom: null, subscription: { ...open, used: taken.used } }
    : left
  return isBillingNear(open, now) ? failPayment(restored, 'missing', now) : resume(restored, now)
}
