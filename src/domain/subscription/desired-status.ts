/** The status that our record wants PayPal's subscription to have, and the days that follow from it. */
import { getDueDate, isMonthly } from './due-dates.ts'
import type { DesiredStatus, PayPalStatus } from './paypal-subscription.ts'
import type { Subscription, SubscriptionIn, SubscriptionRecord } from './subscription.ts'
import { countMonths } from './time-bank.ts'
import { isUnpaidTrial } from './trial.ts'

type Subscribed = Pick<SubscriptionRecord, 'subscription' | 'bank'>

/** Tells whether payments are due, now or after a pause. */
export const isRunning = (
  subscription: Subscription | null | undefined,
): subscription is SubscriptionIn<'active' | 'paused'> =>
  subscription?.state === 'active' || subscription?.state === 'paused'

/** A trial or a changed plan, whose first payment can't be skipped: PayPal knows its day since the approval. */
export const isAwaitingFirstPayment = (subscription: Subscription) =>
  isUnpaidTrial(subscription) || getUnpaidPrevious(subscription) !== null

/** Returns the subscription that a plan change has replaced, until the new plan is paid; null otherwise. */
export const getUnpaidPrevious = ({ previous, lastPaymentAt }: Subscription) =>
  lastPaymentAt === null ? previous : null

/**
 * Tells whether a pause skips payments, so that nothing is paid while it closes access. Otherwise it closes paid time,
 * which returns to the reader (closed-time.ts).
 */
export const isSkippingPause = (subscription: Subscription) =>
  subscription.state === 'paused' &&
  (isMonthly(subscription) || subscription.hasSkipped || isAwaitingFirstPayment(subscription))

/** Months that replace the next payments of a monthly plan. Those of a yearly plan are refunded instead. */
export function countSkippedPayments({ subscription, bank }: Subscribed): number {
  const canSkip =
    subscription !== null &&
    isMonthly(subscription) &&
    subscription.billing === null &&
    !isAwaitingFirstPayment(subscription)
  return canSkip ? countMonths(bank) : 0
}

/** Returns null if PayPal decides. */
export function getDesiredStatus(record: Subscribed): DesiredStatus | null {
  const { subscription } = record
  switch (subscription?.state) {
    case undefined:
    case 'paymentFailed':
      return null
    case 'active':
    case 'paused':
      return isBillingStopped(record) ? 'SUSPENDED' : 'ACTIVE'
    case 'ending':
    case 'disputed':
      return subscription.isFinal ? 'CANCELLED' : 'SUSPENDED'
    case 'ended':
      return 'CANCELLED'
  }
}

/** Tells whether a running subscription is suspended at PayPal over a due date. */
export function isBillingStopped(record: Subscribed): boolean {
  const { subscription } = record
  if (!isRunning(subscription) || subscription.billing) return false
  if (isAwaitingFirstPayment(subscription)) return false
  return (
    subscription.hasSkipped || isSkippingPause(subscription) || countSkippedPayments(record) > 0
  )
}

export const isEndedAtPayPal = (status: PayPalStatus) =>
  status === 'CANCELLED' || status === 'EXPIRED'

export const hasDesiredStatus = (record: Subscribed, status: PayPalStatus) => {
  const desired = getDesiredStatus(record)
  return (
    desired === null || status === desired || (desired === 'CANCELLED' && isEndedAtPayPal(status))
  )
}

/** The due date from which the next payment is counted: a pause of a monthly plan skips the earlier ones. */
export function getPaymentSchedule(subscription: Subscription): Subscription {
  const isSkippedByPause =
    subscription.state === 'paused' &&
    subscription.billing === null &&
    subscription.resumesAt > subscription.paidThrough
  return isSkippedByPause ? { ...subscription, paidThrough: subscription.resumesAt } : subscription
}

/** Returns the due date of the next payment; null if none is planned. */
export function getNextPaymentAt(record: Subscribed): Date | null {
  const { subscription } = record
  return isRunning(subscription)
    ? getDueDate(getPaymentSchedule(subscription), countSkippedPayments(record))
    : null
}

/** Time that is paid isn't paid twice: until it ends, a reader continues by approving again (`getNewApproval`). */
export const canBeReplaced = (subscription: Subscription | null) =>
  !subscription || subscription.state === 'ended'
