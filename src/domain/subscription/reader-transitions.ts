/** Applies steps that readers request. Each function returns null if the state doesn't allow it. */
import { retentionOffer } from '../../publication/offer.ts'
import { addMonths } from '../month.ts'
import { bankClosedTime, getNextPauseAt } from './closed-time.ts'
import {
  isAwaitingFirstPayment,
  isBillingStopped,
  isRunning,
  isSkippingPause,
} from './desired-status.ts'
import { billingNotice, getDueDate, isBillingNear, isMonthly } from './due-dates.ts'
import { resume } from './next-due.ts'
import {
  type Change,
  changeSubscriptionOf,
  copyCommonFields,
  endNow,
  getStoppedAt,
  isEndedUnderpaid,
} from './record-change.ts'
import type {
  Subscriber,
  Subscription,
  SubscriptionIn,
  SubscriptionRecord,
} from './subscription.ts'
import type { ReaderRequest, RetryEvent } from './subscription-event.ts'
import type { PauseMonths } from './subscription-steps.ts'
import { addTime, countMonths } from './time-bank.ts'
import { isUnpaidTrial } from './trial.ts'
import { cutPeriod, getCoveredEnd, getPaidEnd } from './used-months.ts'

export function applyReaderRequest(
  record: Subscriber,
  event: ReaderRequest,
  now: Date,
): Change | null {
  const { subscription } = record
  switch (event.kind) {
    case 'cancel':
      if (isRunning(subscription)) return endAtPeriodEnd(record, now, false)
      // The subscription's payment may be missing even though paid time remains.
      return subscription.state === 'paymentFailed' ? endAtPeriodEnd(record, now, true) : null
    case 'endNow':
      return subscription.state === 'ended' ? null : endNow(record, now)
    case 'pause':
      return pause(record, event.months, now)
    case 'acceptOffer':
      return acceptOffer(record, event.takenAt ?? null, now)
    case 'reactivate':
      return reactivate(record, now)
  }
}

/** Lets access last until the paid time ends, or ends it now if that time has passed. */
export function endAtPeriodEnd(
  record: Subscriber,
  now: Date,
  isFinal: boolean,
  isUnderpaid = false,
): Change {
  const { subscription } = record
  const opened = bankClosedTime(record, now)
  // A monthly plan's time ends when the pause closes it, but a yearly plan's time is restored.
  const isCut =
    subscription.state === 'paused' &&
    isSkippingPause(subscription) &&
    subscription.closesAt < subscription.paidThrough
  const paidThrough = isCut ? subscription.closesAt : subscription.paidThrough
  const { bank, used } = cutPeriod(opened.bank, subscription, paidThrough)
  const ending: Subscription = {
    state: 'ending',
    ...copyCommonFields(subscription),
    paidThrough,
    used,
    billing: null,
    stoppedAt: getStoppedAt(subscription) ?? now,
    isFinal,
    isUnderpaid: isUnderpaid || isEndedUnderpaid(subscription),
  }
  const ended = { ...opened, bank }
  if (getPaidEnd(ending) <= now) return endNow({ ...ended, subscription: ending }, now)
  const isNews = isRunning(subscription) || subscription.state === 'paymentFailed'
  return changeSubscriptionOf(ended, ending, isNews ? ['cancelled'] : [])
}

/**
 * Ends a subscription that can't continue at PayPal, because it was ended there or PayPal charges less than the price
 * sold. An open dispute is decided first.
 */
export function endForGood(record: Subscriber, now: Date, isUnderpaid: boolean): Change {
  const { subscription } = record
  if (subscription.state === 'ended') return { record }
  return subscription.state === 'disputed'
    ? changeSubscriptionOf(record, { ...subscription, wasStopped: true, isFinal: true })
    : endAtPeriodEnd(record, now, true, isUnderpaid)
}

/** PayPal may already be billing a due date in the near future, so a change applies to the one after it. */
export function keepNearBilling<Kept extends SubscriptionRecord>(record: Kept, now: Date): Kept {
  const { subscription } = record
  if (!isRunning(subscription) || !isMonthly(subscription) || isBillingStopped(record))
    return record
  if (subscription.billing || !isBillingNear(subscription, now)) return record
  // PayPal's subscription was active when the due date came near.
  const activeAt = new Date(subscription.paidThrough.getTime() - billingNotice)
  return { ...record, subscription: { ...subscription, billing: { since: activeAt, activeAt } } }
}

/** Closes access and skips payments: on a monthly plan when the paid time ends, and on a yearly plan immediately. */
function pause(stored: Subscriber, months: PauseMonths, now: Date): Change | null {
  const record = keepNearBilling(stored, now)
  const { subscription } = record
  if (subscription.state !== 'active' || isAwaitingFirstPayment(subscription)) return null
  const first = subscription.billing ? 1 : 0
  const [closesAt, resumesAt] = isMonthly(subscription)
    ? [getDueDate(subscription, first), getDueDate(subscription, first + months)]
    : [now, addMonths(now, months)]
  if (!isMonthly(subscription)) {
    const nextPauseAt = getNextPauseAt(record)
    if ((nextPauseAt && nextPauseAt > now) || resumesAt > getCoveredEnd(subscription)) return null
  }
  const common = copyCommonFields(subscription)
  const paused: Subscription = { state: 'paused', ...common, stoppedAt: now, closesAt, resumesAt }
  return changeSubscriptionOf(record, paused, ['paused'])
}

/** Returns when an account, and a PayPal account, can accept the retention offer again. */
export const getNextRetentionOfferAt = (takenAt: Date) =>
  addMonths(takenAt, retentionOffer.everyMonths)

function acceptOffer(record: Subscriber, takenAt: Date | null, now: Date): Change | null {
  const { subscription } = record
  const isRecent = [record.offerAcceptedAt, takenAt].some(
    (at) => at && getNextRetentionOfferAt(at) > now,
  )
  if (subscription.state !== 'active' || isRecent || isUnpaidTrial(subscription)) return null
  const kept = keepNearBilling(record, now)
  const { months } = retentionOffer
  const bank = addTime(kept.bank, { source: 'freeMonth', id: '', months })
  return { record: { ...kept, bank, offerAcceptedAt: now }, emails: ['offerAccepted'] }
}

function reactivate(record: Subscriber, now: Date): Change | null {
  const { subscription } = record
  if (subscription.state === 'paused') return resumeEarly(record, subscription, now)
  const isPossible = subscription.state === 'ending' && canReactivate(subscription, now)
  return isPossible ? resume(record, now) : null
}

/**
 * Returns false for a changed plan whose first payment, after a pause, is later than the end of the paid time: it can't
 * continue.
 */
function canReactivate(subscription: SubscriptionIn<'ending'>, now: Date): boolean {
  const { anchor, paidThrough, isFinal } = subscription
  const isPaidLater =
    isAwaitingFirstPayment(subscription) && anchor !== null && anchor > paidThrough
  return !isFinal && !isBillingNear(subscription, now) && !isPaidLater
}

/** Ends the pause immediately or, if a monthly plan's payment was skipped, on PayPal's next date. */
function resumeEarly(
  record: Subscriber,
  subscription: SubscriptionIn<'paused'>,
  now: Date,
): Change | null {
  const { closesAt, resumesAt, billing } = subscription
  // The date of a changed plan's first payment was set at PayPal with the approval.
  if (isAwaitingFirstPayment(subscription)) return null
  const isUndone = closesAt > now && !isBillingNear({ paidThrough: closesAt }, now)
  if (isUndone || !isSkippingPause(subscription)) return resume(record, now)
  if (billing) return null
  const schedule = { ...subscription, paidThrough: closesAt }
  let count = 1
  while (isBillingNear({ paidThrough: getDueDate(schedule, count) }, now)) count++
  const next = getDueDate(schedule, count)
  return next < resumesAt
    ? changeSubscriptionOf(record, { ...subscription, resumesAt: next }, ['paused'])
    : null
}

/** Returns null if no payment has failed, or another attempt is running or was declined. */
export function retry(
  subscription: Subscription,
  event: RetryEvent,
  now: Date,
): Subscription | null {
  if (subscription.state !== 'paymentFailed' || subscription.cause === 'missing') return null
  const { requestId } = event
  if (event.kind === 'retryPayment')
    return subscription.retry ? null : { ...subscription, retry: { requestId, at: now } }
  return subscription.retry?.requestId === requestId ? { ...subscription, retry: null } : null
}

/**
 * Returns the approval of a new subscription to the same plan, for a reader whose subscription can't continue at
 * PayPal. It's first billed at `startsAt`, or now if null. Returns null if no approval is needed.
 */
export function getNewApproval(
  record: SubscriptionRecord,
  now: Date,
): { readonly startsAt: Date | null } | null {
  const { subscription } = record
  switch (subscription?.state) {
    case 'paymentFailed': {
      const { cause, paidThrough } = subscription
      return cause === 'missing' ? { startsAt: paidThrough > now ? paidThrough : null } : null
    }
    case 'ending':
      if (canReactivate(subscription, now)) return null
      return { startsAt: addMonths(getPaidEnd(subscription), countMonths(record.bank)) }
    // Access opens immediately, instead of on PayPal's next date.
    case 'paused':
      return isSkippingPause(subscription) && subscription.closesAt <= now && !subscription.billing
        ? { startsAt: null }
        : null
    default:
      return null
  }
}
