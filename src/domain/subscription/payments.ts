/** Counts PayPal's payments, which alone determine paid time: PayPal's dates never do. */
import { minute } from '../duration.ts'
import {
  getPaymentSchedule,
  getUnpaidPrevious,
  isBillingStopped,
  isSkippingPause,
} from './desired-status.ts'
import { findPaidPeriod, getDueDate } from './due-dates.ts'
import type { PayPalPayment, PayPalSubscription } from './paypal-subscription.ts'
import { countSharedMonths } from './price-share.ts'
import { endForGood } from './reader-transitions.ts'
import {
  type Change,
  changeSubscriptionOf,
  copyCommonFields,
  mergeChanges,
} from './record-change.ts'
import { getSoldPrice, isFull, lowerSold } from './sold.ts'
import { paymentRetryPeriod, type Subscription, type SubscriptionRecord } from './subscription.ts'
import type { EventOf } from './subscription-event.ts'
import { stopBank, takeMonths } from './time-bank.ts'
import { returnClosedTime, useMonths } from './used-months.ts'

type Payment = {
  readonly at: Date
  readonly minorUnits: number | null
  readonly isRefunded?: boolean
}

/** PayPal's state, and the values with which its payments are compared. */
export type Synced = Pick<
  EventOf<'providerSynced'>,
  'payPalState' | 'payments' | 'sold' | 'fullPrice'
>

/** PayPal's list of payments may differ from the subscription by a moment. */
export const isSamePayment = (known: Date | null, paymentAt: Date) =>
  known !== null && Math.abs(known.getTime() - paymentAt.getTime()) <= minute

/** Returns payments after the last known one, oldest first. PayPal may list the latest with a delay. */
function listNewPayments(
  { seenPaymentAt }: Pick<Subscription, 'seenPaymentAt'>,
  { lastPaymentAt, lastPaymentMinorUnits }: PayPalSubscription,
  listed: readonly PayPalPayment[],
): readonly Payment[] {
  const isNew = (at: Date) =>
    !seenPaymentAt || (at > seenPaymentAt && !isSamePayment(seenPaymentAt, at))
  const isLatest = ({ at }: PayPalPayment) => isSamePayment(lastPaymentAt, at)
  const earlier = listed.filter((one) => !one.isPending && !isLatest(one))
  const isRefunded = listed.find(isLatest)?.isRefunded ?? false
  const latest = lastPaymentAt
    ? [{ at: lastPaymentAt, minorUnits: lastPaymentMinorUnits, isRefunded }]
    : []
  return [...earlier, ...latest]
    .filter(({ at }) => isNew(at))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}

/**
 * Returns the period for which a payment pays, counted from the next due date; null if the payment isn't due and is
 * refunded.
 */
function findPeriod(record: SubscriptionRecord, subscription: Subscription, at: Date) {
  const { state } = subscription
  // A payment collected just before the end, but detected after it, would pay for nothing.
  if (state === 'ended' || isBillingStopped(record)) return null
  if ((state === 'ending' || state === 'disputed') && at > subscription.stoppedAt) return null
  // Nothing could end the dispute of a former plan's payment any more.
  if (state === 'disputed' && getUnpaidPrevious(subscription)) return null
  const schedule = getPaymentSchedule(subscription)
  const period = findPaidPeriod(schedule, at)
  const lastDay = getDueDate(schedule, period).getTime() + paymentRetryPeriod
  return period < 0 || at.getTime() > lastDay ? null : period
}

export function applyPayment(
  record: SubscriptionRecord,
  { at, minorUnits, isRefunded = false }: Payment,
  now: Date,
  fullPrice: number | null = null,
): Change {
  const subscription = record.subscription!
  const { provider: payPalSubscription, plan } = subscription
  const period = isRefunded ? null : findPeriod(record, subscription, at)
  if (period === null) {
    const seen = { ...record, subscription: { ...subscription, seenPaymentAt: at } }
    return { record: seen, refunds: isRefunded ? [] : [{ provider: payPalSubscription, at }] }
  }
  if (!isFull(minorUnits, fullPrice)) {
    const seen = { ...record, subscription: { ...subscription, seenPaymentAt: at } }
    const ended = endForGood(seen, now, true)
    return { ...ended, refunds: [{ provider: payPalSubscription, at, isUnderpaid: true }] }
  }
  const kept = period === 0 ? keepTimeSinceDue(record, subscription) : record
  // Time that a disputed gift has closed so far doesn't have to wait for the next payment.
  const { bank: returned } = returnClosedTime(kept.bank, subscription)
  const { bank, taken } = takeMonths(returned, countSharedMonths(kept))
  const { sold } = subscription
  const paid: Subscription = {
    ...subscription,
    sold: sold && minorUnits !== null ? lowerSold(sold, minorUnits) : sold,
    paidThrough: getDueDate(getPaymentSchedule(subscription), period + 1),
    billing: null,
    hasSkipped: false,
    used: useMonths(taken, at),
    lastPaymentAt: at,
    seenPaymentAt: at,
  }
  const months = taken.reduce((sum, one) => sum + one.months, 0)
  const price = getSoldPrice(paid)
  const settlements = [{ provider: payPalSubscription, at, plan, months, paid: minorUnits, price }]
  const isPauseOver =
    subscription.state === 'paused' &&
    isSkippingPause(subscription) &&
    paid.paidThrough > subscription.resumesAt
  return { ...applyPaidState({ ...kept, bank }, paid, isPauseOver, now), settlements }
}

/** Restores given time used since the due date, because a late payment covers these days. */
function keepTimeSinceDue(
  record: SubscriptionRecord,
  { state, paidThrough }: Subscription,
): SubscriptionRecord {
  const { bank, bankFrom } = record
  if (state !== 'paymentFailed' || !bankFrom) return record
  return { ...record, bank: stopBank(bank, bankFrom, paidThrough), bankFrom: null }
}

const maxDate = (one: Date, other: Date) => (one > other ? one : other)

/** A payment ends a pause or an overdue state. The email about the end of a pause names the next payment. */
function applyPaidState(
  record: SubscriptionRecord,
  paid: Subscription,
  isPauseOver: boolean,
  now: Date,
): Change {
  const active: Subscription = { state: 'active', ...copyCommonFields(paid) }
  if (isPauseOver) return changeSubscriptionOf(record, { ...active, remindedAt: now }, ['resumed'])
  if (paid.state !== 'paymentFailed') return changeSubscriptionOf(record, paid)
  const { pause } = paid
  const isPauseAhead = pause !== null && pause.resumesAt > paid.paidThrough
  const fixed: Subscription = isPauseAhead
    ? {
        state: 'paused',
        ...copyCommonFields(paid),
        ...pause,
        closesAt: maxDate(pause.closesAt, paid.paidThrough),
      }
    : active
  return changeSubscriptionOf(record, fixed, ['paymentFixed'])
}

export function applyPayments(
  record: SubscriptionRecord,
  subscription: Subscription,
  { payPalState, payments = [], fullPrice = null }: Synced,
  now: Date,
): Change {
  return listNewPayments(subscription, payPalState, payments).reduce<Change>(
    (change, payment) => mergeChanges(change, applyPayment(change.record, payment, now, fullPrice)),
    { record },
  )
}
