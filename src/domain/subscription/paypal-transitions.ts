/** Applies PayPal's state to a stored subscription: payments, status, refunds and disputes. */
import { day } from '../duration.ts'
import { bankClosedTime, getPauseSource } from './closed-time.ts'
import { getDesiredStatus, isEndedAtPayPal, isSkippingPause } from './desired-status.ts'
import {
  correctDates,
  dateTolerance,
  getDueDate,
  isBillingNear,
  isMonthly,
  isMuchLater,
  toPayPalTime,
} from './due-dates.ts'
import { getPlannedPause, resume } from './next-due.ts'
import {
  addLostPayment,
  countOtherPayment,
  findRemainingPayment,
  isOfDispute,
} from './paid-periods.ts'
import { applyPayments, isSamePayment, type Synced } from './payments.ts'
import type { PayPalSubscription } from './paypal-subscription.ts'
import { getPeriodEnd, type PlanId } from './plan.ts'
import { endAtPeriodEnd, endForGood } from './reader-transitions.ts'
import {
  type Change,
  changeSubscriptionOf,
  copyCommonFields,
  endNow,
  failPayment,
  getPaidAt,
  getStoppedAt,
  mergeChanges,
} from './record-change.ts'
import { isFull } from './sold.ts'
import type { Subscription, SubscriptionIn, SubscriptionRecord } from './subscription.ts'
import type { EventOf, ReversalEvent } from './subscription-event.ts'
import { removeSource, suspendSource } from './time-bank.ts'
import {
  returnShare,
  returnUnusedTime,
  takeShareBack,
  takeUnusedBack,
  useMonths,
} from './used-months.ts'

type Running = SubscriptionRecord & { readonly subscription: Subscription }

export function applyPayPalState(record: Running, synced: Synced, now: Date): Change {
  const { subscription } = record
  const paid = applyPayments(record, subscription, synced, now)
  // PayPal may have suspended it after failed payments, which nobody has undone yet.
  const isFixed = subscription.state === 'paymentFailed' && paid.record !== record
  const known = isFixed ? { ...paid.record, isReconciled: false } : paid.record
  return mergeChanges(paid, applyPayPalStatus(known, synced, now))
}

function applyPayPalStatus(record: SubscriptionRecord, synced: Synced, now: Date): Change {
  const { payPalState, fullPrice } = synced
  const subscription = record.subscription!
  const { state } = subscription
  if (state === 'ended') return { record }
  const isUnderpaid = !isFull(payPalState.nextMinorUnits, fullPrice)
  if (isUnderpaid || isEndedAtPayPal(payPalState.status))
    return endForGood(record, subscription, now, isUnderpaid)
  if (state === 'active') return applyActiveStatus(record, subscription, synced, now)
  // The payment before a planned pause.
  const planned = subscription.billing && getPlannedPause(subscription)
  if (planned && isFailing(subscription, payPalState))
    return failPayment(record, subscription, 'declined', payPalState.lastFailedAt ?? now, planned)
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
  const { billing } = subscription
  const isSeen = status === 'ACTIVE' && billing !== null && billing.activeAt === null
  const active = isSeen ? { ...subscription, billing: { ...billing, activeAt: now } } : subscription
  const seen = changeSubscriptionOf(record, active)
  if (!record.isReconciled) return seen
  if (isFailing(active, payPalState))
    return failPayment(record, active, 'declined', payPalState.lastFailedAt ?? now)
  // A suspension at PayPal counts as a cancellation.
  if (status === 'SUSPENDED') return endAtPeriodEnd(record, active, now, false)
  return payments.some(({ isPending }) => isPending)
    ? seen
    : compareDates(record, active, payPalState, now)
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

/** PayPal's date is compared, and moves ours by days at most. A much later one means that it has skipped a payment. */
function compareDates(
  record: SubscriptionRecord,
  subscription: SubscriptionIn<'active'>,
  { nextBillingAt }: PayPalSubscription,
  now: Date,
): Change {
  const { paidThrough } = subscription
  // A payment that PayPal has just taken may not be listed yet.
  const isJustDue = now >= paidThrough && now.getTime() < paidThrough.getTime() + day
  if (!nextBillingAt || !isMuchLater(subscription, nextBillingAt) || isJustDue)
    return changeSubscriptionOf(record, correctDates(subscription, nextBillingAt, now))
  return isOwnDelay(subscription, nextBillingAt)
    ? changeSubscriptionOf(record, grantDelay(subscription))
    : failPayment(record, subscription, 'missing', now)
}

/** We have activated it after the due date, and PayPal bills the next one. Granted once in a row. */
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

const grantDelay = (subscription: SubscriptionIn<'active'>): Subscription => ({
  ...subscription,
  paidThrough: getDueDate(subscription, 1),
  used: [...subscription.used, ...useMonths([{ source: 'delay', id: '', months: 1 }])],
})

/** Expects a paid subscription or a trial. */
export function startSubscription(
  record: SubscriptionRecord,
  synced: Synced,
  { plan, trialEndsAt }: { readonly plan: PlanId; readonly trialEndsAt: Date | null },
  now: Date,
): Change {
  const { payPalState, sold = null } = synced
  const { id: payPalSubscription, lastPaymentAt, lastPaymentMinorUnits: paid } = payPalState
  // PayPal counts from the American date on which it takes the first payment.
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
  const started: Change = {
    ...changeSubscriptionOf(
      { ...record, isReconciled: true },
      correctDates(active, payPalState.nextBillingAt, now),
      ['started'],
    ),
    settlements: lastPaymentAt
      ? [{ provider: payPalSubscription, at: lastPaymentAt, plan, months: 0, paid }]
      : [],
  }
  // The payer may have cancelled it at PayPal before we recorded the payment.
  return mergeChanges(started, applyPayPalStatus(started.record, { ...synced, payments: [] }, now))
}

/** Returns null if nothing changes. */
export function applyReversal(
  record: SubscriptionRecord,
  subscription: Subscription,
  event: ReversalEvent,
  now: Date,
): Change | null {
  switch (event.kind) {
    case 'refunded':
      return applyRefund(record, subscription, event, now)
    case 'disputed':
      return applyDispute(record, subscription, event.paymentAt ?? null, now)
    case 'disputeWon':
      return subscription.state === 'disputed' ? winDispute(record, subscription, now) : null
    case 'shareRefused':
      return refuseShare(record, subscription, event.paymentAt, now)
  }
}

/** Returns null if no months were used for the payment. */
function refuseShare(
  record: SubscriptionRecord,
  subscription: Subscription,
  paymentAt: Date,
  now: Date,
): Change | null {
  const isShare = ({ state, paymentAt: paidAt }: Subscription['used'][number]) =>
    state !== 'returned' && isSamePayment(paidAt, paymentAt)
  if (!subscription.used.some(isShare)) return null
  const { bank } = returnShare(record.bank, subscription, getPaidAt(subscription), now)
  const used = subscription.used.filter((use) => !isShare(use))
  return changeSubscriptionOf({ ...record, bank }, { ...subscription, used })
}

function applyRefund(
  before: SubscriptionRecord,
  refunded: Subscription,
  event: EventOf<'refunded'>,
  now: Date,
): Change | null {
  if (refunded.state === 'ended') return null
  const subscription = addLostPayment(refunded, event)
  const record = { ...before, subscription }
  const paidAt = getPaidAt(subscription)
  const isCounted = isSamePayment(paidAt, event.paymentAt)
  // A dispute ends with the refund of the disputed payment, whichever payment that was.
  const endsDispute = isOfDispute(subscription, event.paymentAt)
  if (!isCounted && !endsDispute) return subscription === refunded ? null : { record }
  const remaining = findRemainingPayment(subscription, event)
  if (remaining) {
    const counted = countOtherPayment(record, subscription, remaining, now)
    return endsDispute ? keepPaid(counted, now) : { record: counted }
  }
  // A dispute has returned the months before, except of a payment that was counted since.
  const { bank, used } = returnShare(record.bank, subscription, paidAt, now)
  // The email about a refund names the payment for the current period.
  const email = isCounted ? 'refunded' : 'ended'
  const ended = endNow({ ...record, bank }, { ...subscription, used }, now, [email])
  // The payment that was returned had paid for the time that a pause has closed.
  const left = removeSource(ended.record.bank, getPauseSource(paidAt))
  return { ...ended, record: { ...ended.record, bank: left } }
}

/** Another payment still pays for the period. The payment that was disputed has been returned. */
function keepPaid(record: SubscriptionRecord, now: Date): Change {
  const { subscription } = record
  return subscription?.state === 'disputed' ? winDispute(record, subscription, now) : { record }
}

/** Closes access. The reader can use the months that didn't replace the disputed payment. */
function applyDispute(
  record: SubscriptionRecord,
  subscription: Subscription,
  paymentAt: Date | null,
  now: Date,
): Change | null {
  if (subscription.state === 'disputed' || subscription.state === 'ended') return null
  const opened = bankClosedTime(record, subscription, now)
  const paidAt = getPaidAt(subscription)
  const share = returnShare(opened.bank, subscription, paidAt, now)
  const left = { ...subscription, used: share.used }
  const { bank, used } = returnUnusedTime(share.bank, left, now)
  const disputed: Subscription = {
    state: 'disputed',
    ...copyCommonFields(subscription),
    paymentAt,
    used,
    billing: null,
    stoppedAt: getStoppedAt(subscription) ?? now,
    wasStopped: subscription.state === 'ending' || isSkippingPause(subscription),
    isFinal: subscription.state === 'ending' && subscription.isFinal,
  }
  const suspended = suspendSource(bank, getPauseSource(paidAt), true)
  return changeSubscriptionOf({ ...opened, bank: suspended }, disputed)
}

/** Opens access again. PayPal may have skipped a date during the dispute, which counts as a missing payment. */
function winDispute(
  record: SubscriptionRecord,
  subscription: SubscriptionIn<'disputed'>,
  now: Date,
): Change {
  const paidAt = getPaidAt(subscription)
  const paused = suspendSource(record.bank, getPauseSource(paidAt), false)
  const shared = takeShareBack(paused, subscription, paidAt)
  const left = { ...record, bank: shared.bank }
  const open = { ...subscription, used: shared.used, remindedAt: now }
  if (open.wasStopped) return endAtPeriodEnd(left, open, now, open.isFinal)
  // What the bank has opened meanwhile was the time of the months that the dispute has returned.
  const taken = takeUnusedBack(left.bank, open, open.stoppedAt, now)
  const restored = taken ? { ...left, bank: taken.bank, bankFrom: null } : left
  const going = { ...open, used: taken?.used ?? open.used }
  return isBillingNear(going, now)
    ? failPayment(restored, going, 'missing', now)
    : resume(restored, going, now)
}
