/** The status that PayPal's subscription should have according to our record, and the dates that follow from it. */
import { getDueDate, isMonthly } from './due-dates.ts'
import type { DesiredStatus, PayPalStatus } from './paypal-subscription.ts'
import type { Subscription, SubscriptionIn, SubscriptionRecord } from './subscription.ts'
import { countMonths } from './time-bank.ts'
import { isUnpaidTrial } from './trial.ts'

type Subscribed = Pick<SubscriptionRecord, 'subscription' | 'bank'>

/** Returns whether payments are due, now or after a pause. */
export const isRunning = (
  subscription: Subscription | null | undefined,
): subscription is SubscriptionIn<'active' | 'paused'> =>
  subscription?.state === 'active' || subscription?.state === 'paused'

/**
 * Whether this is a trial or a changed plan whose first payment can't be skipped, because its date was set at PayPal
 * with the approval.
 */
export const isAwaitingFirstPayment = (subscription: Subscription) =>
  isUnpaidTrial(subscription) || getUnpaidPrevious(subscription) !== null

/** Returns the subscription that a plan change has replaced, until the new plan is paid for; null otherwise. */
export const getUnpaidPrevious = ({ previous, lastPaymentAt }: Subscription) =>
  lastPaymentAt === null ? previous : null

/**
 * Returns whether a pause skips payments, so that nothing is paid while access is closed. Otherwise the pause closes
 * paid time, which is restored to the reader (closed-time.ts).
 */
export const isSkippingPause = (subscription: Subscription) =>
  subscription.state === 'paused' &&
  (isMonthly(subscription) || subscription.hasSkipped || isAwaitingFirstPayment(subscription))

/** Counts the months that replace a monthly plan's next payments. For a yearly plan, they are refunded instead. */
export function countSkippedPayments({ subscription, bank }: Subscribed): number {
  const canSkip =
    subscription !== null &&
    isMonthly(subscription) &&
    subscription.billing === null &&
    !isAwaitingFirstPayment(subscription)
  return canSkip ? countMonths(bank) : 0
}

/** Returns null if PayPal decides the status. */
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

/** Returns whether a running subscription is suspended at PayPal across a due date. */
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

/**
 * Returns the subscription with the due date from which the next payment is counted, because a monthly plan's pause
 * skips the earlier ones.
 */
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

/**
 * Whether another subscription can replace this one. Nobody pays twice for the same time: until paid time ends, a
 * reader continues with a new approval (`getNewApproval`).
 */
export const canBeReplaced = (subscription: Subscription | null) =>
  !subscription || subscription.state === 'ended'
