/** Determines a reader's access at a given time: what pages show, what is open, and which steps are possible. */
import { pauseMonths } from '../../publication/offer.ts'
import { canBeReplaced, getNextPaymentAt, getUnpaidPrevious } from './desired-status.ts'
import type { Entitlement } from './entitlement-schema.ts'
import { advanceRecord } from './next-due.ts'
import { findPlanChangeObstacle } from './plan-change.ts'
import { getSharedPrice } from './price-share.ts'
import { getNewApproval } from './reader-transitions.ts'
import { getGraceEnd, isEndedUnderpaid } from './record-change.ts'
import { getSoldPrice } from './sold.ts'
import { noSubscription, type Subscription, type SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import { type ReaderStep, readerSteps } from './subscription-steps.ts'
import { countMonths, getBankEnd, hasGiftTime } from './time-bank.ts'
import { transition } from './transition.ts'
import { getCoveredEnd, getPaidEnd, isClosed, isEndClosed, listClosed } from './used-months.ts'

type AccessStatus = Pick<Entitlement, 'status' | 'detail' | 'entitled'>

function getSubscriptionAccess({ subscription }: SubscriptionRecord, now: Date): AccessStatus {
  const isOpen = subscription !== null && !isClosed(subscription, now)
  switch (subscription?.state) {
    case undefined:
      return { status: 'notSubscribed', detail: 'none', entitled: false }
    case 'active':
      // A late payment must not lock out a paying reader.
      return { status: 'isSubscribed', detail: 'active', entitled: isOpen }
    case 'ending': {
      const { isUnderpaid } = subscription
      return isOpen && now < getPaidEnd(subscription)
        ? { status: 'isEnding', detail: isUnderpaid ? 'underpaid' : 'cancelled', entitled: true }
        : { status: 'needsToRestart', detail: isUnderpaid ? 'underpaid' : 'ended', entitled: false }
    }
    case 'paused': {
      // A payment that is being collected extends access until the pause.
      const isUnpaid = subscription.billing && subscription.paidThrough < subscription.closesAt
      const isLate = isUnpaid && now >= getGraceEnd(subscription)
      const end = isUnpaid ? subscription.closesAt : getPaidEnd(subscription)
      const entitled = isOpen && !isLate && now < end
      // A pause ends automatically, so nothing has to be restarted.
      return { status: entitled ? 'isSubscribed' : 'isEnding', detail: 'paused', entitled }
    }
    case 'paymentFailed': {
      const detail = subscription.cause === 'missing' ? 'paymentMissing' : 'paymentFailed'
      return { status: 'needsToRestart', detail, entitled: now < getFailedEnd(subscription) }
    }
    case 'disputed':
    case 'ended': {
      const detail = isEndedUnderpaid(subscription) ? 'underpaid' : subscription.state
      return { status: 'needsToRestart', detail, entitled: false }
    }
  }
}

/**
 * Returns when access ends after a failed payment. There is no grace period for months that were taken back, for
 * example because a gift was refunded. A pause has ended by then.
 */
const getFailedEnd = (subscription: Subscription) =>
  isEndClosed(subscription) ? getCoveredEnd(subscription) : getGraceEnd(subscription)

function getAccess(record: SubscriptionRecord, now: Date): AccessStatus {
  const { formerAccess, complimentaryUntil, bank, bankFrom } = record
  const paid = getSubscriptionAccess(record, now)
  if (paid.entitled) return paid
  // Time from the bank grants access when nothing else does.
  if (bankFrom && bankFrom <= now && getBankEnd(bank, bankFrom) > now) {
    const detail = hasGiftTime(bank) ? 'gift' : 'complimentary'
    return { status: 'isSubscribed', detail, entitled: true }
  }
  const former = formerAccess && !formerAccess.isDisputed ? formerAccess.until : null
  const complimentary = complimentaryUntil && complimentaryUntil > now ? complimentaryUntil : null
  if (former && former > now && !(complimentary && complimentary > former))
    return { status: 'isEnding', detail: 'cancelled', entitled: true }
  return complimentary ? { status: 'isSubscribed', detail: 'complimentary', entitled: true } : paid
}

/** Returns whether everything is open at `at`, if nothing changes the record before. */
export const hasAccess = (record: SubscriptionRecord, at: Date): boolean =>
  getAccess(record, at).entitled

/** Lists the times at which `hasAccess` may change, in ascending order. */
export function listAccessTimes(record: SubscriptionRecord): readonly Date[] {
  const { subscription, bank, bankFrom, formerAccess, complimentaryUntil } = record
  const times = [
    ...(subscription ? listSubscriptionTimes(subscription) : []),
    ...(bankFrom ? [bankFrom, getBankEnd(bank, bankFrom)] : []),
    ...(formerAccess ? [formerAccess.until] : []),
    ...(complimentaryUntil ? [complimentaryUntil] : []),
  ]
  return times.sort((one, other) => one.getTime() - other.getTime())
}

/** Assumes that a payment being collected during a pause succeeds. */
const listSubscriptionTimes = (subscription: Subscription): Date[] => [
  ...listClosed(subscription).flatMap(({ start, end }) => [start, end]),
  getPaidEnd(subscription),
  ...(subscription.state === 'paused' ? [subscription.closesAt] : []),
  ...(subscription.state === 'paymentFailed' ? [getFailedEnd(subscription)] : []),
]

/** Returns null if access is closed, or doesn't end with time alone. */
function findAccessEnd(record: SubscriptionRecord, now: Date): Date | null {
  if (!hasAccess(record, now)) return null
  return listAccessTimes(record).find((at) => at > now && !hasAccess(record, at)) ?? null
}

function isStepAllowed(step: ReaderStep, record: SubscriptionRecord, now: Date): boolean {
  const isEventAllowed = (event: SubscriptionEvent) => transition(record, event, now).ok
  const { subscription } = record
  switch (step) {
    case 'subscribe':
      return canBeReplaced(subscription) && !getNewApproval(record, now)
    case 'approve':
      return getNewApproval(record, now) !== null
    case 'retryPayment':
      return subscription?.state === 'paymentFailed' && subscription.cause === 'declined'
    case 'changePlan':
      return findPlanChangeObstacle(record, now) === null
    case 'pause':
      return isEventAllowed({ kind: 'pause', months: pauseMonths[0] })
    case 'cancel':
    case 'acceptOffer':
    case 'reactivate':
      return isEventAllowed({ kind: step })
  }
}

/** Cheaper than `resolveEntitlement`, for use with many records. */
export const isEntitled = (record: SubscriptionRecord, now: Date): boolean =>
  hasAccess(advanceRecord(record, now), now)

/** Returns PayPal's next charge; null if nothing is planned. */
export function getNextPayment(record: SubscriptionRecord): Entitlement['nextPayment'] {
  const at = getNextPaymentAt(record)
  return at && { at, minorUnits: getSharedPrice(record) }
}

export function resolveEntitlement(stored: SubscriptionRecord | null, now: Date): Entitlement {
  // The cron job stores the same record within a minute.
  const record = advanceRecord(stored ?? noSubscription, now)
  const { subscription, bank, bankFrom } = record
  return {
    ...getAccess(record, now),
    until: findAccessEnd(record, now),
    plan: subscription?.plan ?? null,
    price: subscription && getSoldPrice(subscription),
    previousPlan: (subscription && getUnpaidPrevious(subscription)?.plan) ?? null,
    paidThrough: subscription && getPaidEnd(subscription),
    resumesAt: subscription?.state === 'paused' ? subscription.resumesAt : null,
    nextPayment: getNextPayment(record),
    givenMonths: countMonths(bank),
    givenUntil: bankFrom && getBankEnd(bank, bankFrom),
    allowedSteps: readerSteps.filter((step) => isStepAllowed(step, record, now)),
  }
}
