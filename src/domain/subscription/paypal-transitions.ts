/** Applies PayPal's state to a stored subscription: its payments, its status and its dates. */
import { day } from '../duration.ts'
import { getDesiredStatus, isEndedAtPayPal } from './desired-status.ts'
import {
  correctDates,
  dateTolerance,
  getDueDate,
  isMonthly,
  isMuchLater,
  toPayPalTime,
} from './due-dates.ts'
import { getPlannedPause } from './next-due.ts'
import { applyPayments, type Synced } from './payments.ts'
import type { PayPalSubscription } from './paypal-subscription.ts'
import { getPeriodEnd, type PlanId } from './plan.ts'
import { endAtPeriodEnd, endForGood } from './reader-transitions.ts'
import { type Change, changeSubscriptionOf, failPayment, mergeChanges } from './record-change.ts'
import { getSoldPrice, isFull } from './sold.ts'
import type {
  Subscriber,
  Subscription,
  SubscriptionIn,
  SubscriptionRecord,
} from './subscription.ts'
import { useMonths } from './used-months.ts'

export function applyPayPalState(record: Subscriber, synced: Synced, now: Date): Change {
  const { subscription } = record
  const paid = applyPayments(record, subscription, synced, now)
  // PayPal may have suspended the subscription after failed payments, and not resumed it yet.
  const isFixed = subscription.state === 'paymentFailed' && paid.record !== record
  const known = isFixed ? { ...paid.record, isReconciled: false } : paid.record
  return mergeChanges(paid, applyPayPalStatus(known, synced, now))
}

function applyPayPalStatus(stored: SubscriptionRecord, synced: Synced, now: Date): Change {
  const { payPalState, fullPrice } = synced
  const record = stored as Subscriber
  const { subscription } = record
  const { state } = subscription
  if (state === 'ended') return { record }
  const isUnderpaid = !isFull(payPalState.nextMinorUnits, fullPrice)
  if (isUnderpaid || isEndedAtPayPal(payPalState.status))
    return endForGood(record, now, isUnderpaid)
  if (state === 'active') return applyActiveStatus(record, subscription, synced, now)
  // The payment precedes a planned pause.
  const planned = subscription.billing && getPlannedPause(subscription)
  if (planned && isFailing(subscription, payPalState))
    return failPayment(record, 'declined', payPalState.lastFailedAt ?? now, planned)
  if (state === 'paused')
    return changeSubscriptionOf(record, noteActivation(subscription, payPalState, now))
  return state === 'paymentFailed' && isFailing(subscription, payPalState)
    ? changeSubscriptionOf(record, { ...subscription, cause: 'declined' })
    : { record }
}

function applyActiveStatus(
  record: SubscriptionRecord,
  subscription: SubscriptionIn<'active'>,
  { payPalState, payments = [] }: Synced,
  now: Date,
): Change {
  if (getDesiredStatus(record) !== 'ACTIVE') return { record }
  const { status } = payPalState
  const active = noteActivation(subscription, payPalState, now)
  const seen = { ...record, subscription: active }
  if (!record.isReconciled) return { record: seen }
  if (isFailing(active, payPalState))
    return failPayment(seen, 'declined', payPalState.lastFailedAt ?? now)
  // A suspension at PayPal counts as a cancellation.
  if (status === 'SUSPENDED') return endAtPeriodEnd(seen, now, false)
  return payments.some(({ isPending }) => isPending)
    ? { record: seen }
    : compareDates(seen, payPalState, now)
}

/** Stores when PayPal's status was first seen to be active for the next payment, which may be before a pause ends. */
function noteActivation<Noted extends Subscription>(
  subscription: Noted,
  { status }: PayPalSubscription,
  now: Date,
): Noted {
  const { billing } = subscription
  const isSeen = status === 'ACTIVE' && billing !== null && billing.activeAt === null
  return isSeen ? { ...subscription, billing: { ...billing, activeAt: now } } : subscription
}

/** PayPal counts a failure only after its last retry. */
function isFailing(
  { paidThrough }: Subscription,
  { failedPayments, lastFailedAt, lastPaymentAt }: PayPalSubscription,
): boolean {
  const isRetried =
    lastFailedAt !== null &&
    lastFailedAt.getTime() >= paidThrough.getTime() - dateTolerance &&
    !(lastPaymentAt && lastPaymentAt >= lastFailedAt)
  return failedPayments > 0 || isRetried
}

/** Compares PayPal's date, which moves ours by a few days at most. If it's much later, PayPal has skipped a payment. */
function compareDates(
  record: Subscriber,
  { nextBillingAt }: PayPalSubscription,
  now: Date,
): Change {
  const { subscription } = record
  const { paidThrough } = subscription
  // A payment that PayPal has just collected may not be listed yet.
  const isJustDue = now >= paidThrough && now.getTime() < paidThrough.getTime() + day
  if (!nextBillingAt || !isMuchLater(subscription, nextBillingAt) || isJustDue)
    return changeSubscriptionOf(record, correctDates(subscription, nextBillingAt, now))
  if (!isOwnDelay(subscription, nextBillingAt)) return failPayment(record, 'missing', now)
  const used = [...subscription.used, ...useMonths([{ source: 'delay', id: '', months: 1 }])]
  const delayed = { ...subscription, paidThrough: getDueDate(subscription, 1), used }
  return changeSubscriptionOf(record, delayed)
}

/**
 * Whether we activated the subscription after its due date, so that PayPal bills the next one instead. A month is
 * granted for only one such delay in a row.
 */
function isOwnDelay(subscription: Subscription, nextBillingAt: Date): boolean {
  const { billing, used, paidThrough } = subscription
  const difference = nextBillingAt.getTime() - getDueDate(subscription, 1).getTime()
  return (
    isMonthly(subscription) &&
    billing?.activeAt != null &&
    billing.activeAt > paidThrough &&
    Math.abs(difference) <= dateTolerance &&
    !used.some(({ source }) => source === 'delay')
  )
}

/** Expects a paid subscription or a trial. */
export function startSubscription(
  record: SubscriptionRecord,
  synced: Synced,
  { plan, trialEndsAt }: { readonly plan: PlanId; readonly trialEndsAt: Date | null },
  now: Date,
): Change {
  const { payPalState, sold = null } = synced
  const { id: payPalSubscription, lastPaymentAt, lastPaymentMinorUnits: paid } = payPalState
  // PayPal counts from the American date on which it collects the first payment.
  const anchor = lastPaymentAt ? toPayPalTime(lastPaymentAt) : (trialEndsAt ?? now)
  const active: SubscriptionIn<'active'> = {
    state: 'active',
    plan,
    provider: payPalSubscription,
    sold,
    anchor,
    paidThrough: lastPaymentAt ? getPeriodEnd(plan, anchor) : anchor,
    lastPaymentAt,
    seenPaymentAt: lastPaymentAt,
    lostPayments: [],
    trialEndsAt,
    // The `started` email already names the next payment.
    remindedAt: now,
    billing: null,
    hasSkipped: false,
    used: [],
    previous: null,
  }
  const price = getSoldPrice(active)
  const started: Change = {
    ...changeSubscriptionOf(
      { ...record, isReconciled: true },
      correctDates(active, payPalState.nextBillingAt, now),
      ['started'],
    ),
    settlements: lastPaymentAt
      ? [{ provider: payPalSubscription, at: lastPaymentAt, plan, months: 0, paid, price }]
      : [],
  }
  // The payer may have cancelled at PayPal before we recorded the payment.
  return mergeChanges(started, applyPayPalStatus(started.record, { ...synced, payments: [] }, now))
}
