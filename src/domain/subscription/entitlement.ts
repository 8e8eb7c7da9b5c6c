/** A reader's access at a given time: what pages show, what is open, and which steps are possible. */

import { canBeReplaced } from './desired-status.ts'
import { getGiftEnd, isGiftRunning } from './gift-time.ts'
import { getNextBillingAt } from './next-billing.ts'
import type { PlanId } from './plan.ts'
import { findPlanChangeObstacle, isPlanChangeWaiting } from './plan-change.ts'
import {
  getAccessEnd,
  noSubscription,
  paymentGracePeriod,
  type Subscription,
  type SubscriptionRecord,
} from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import type { SubscriptionDetail, SubscriptionStatus } from './subscription-status.ts'
import { type ReaderStep, readerSteps } from './subscription-steps.ts'
import { transition } from './transition.ts'

export type Entitlement = {
  readonly status: SubscriptionStatus
  readonly detail: SubscriptionDetail
  readonly entitled: boolean
  /** When the entitlement ends unless something happens; null if unknown. */
  readonly until: Date | null
  /** The last plan bought; null if none. */
  readonly plan: PlanId | null
  /** The plan that was paid, while a new one waits for its first payment; null otherwise. */
  readonly previousPlan: PlanId | null
  /** See `getAccessEnd`. */
  readonly paidThrough: Date | null
  /** When billing that is paused or held starts again. */
  readonly resumesAt: Date | null
  /** The end of the free month, while in the future. */
  readonly freeUntil: Date | null
  /** When the time of redeemed gifts ends; null without any. */
  readonly giftUntil: Date | null
  readonly allowedSteps: readonly ReaderStep[]
}

type AccessStatus = Pick<Entitlement, 'status' | 'detail' | 'entitled' | 'until'>

const until = (instant: Date, now: Date) =>
  instant > now ? { entitled: true, until: instant } : { entitled: false, until: null }

function getSubscriptionAccess(subscription: Subscription | null, now: Date): AccessStatus {
  if (!subscription)
    return { status: 'notSubscribed', detail: 'none', entitled: false, until: null }
  switch (subscription.state) {
    case 'active':
      // It has no end of its own: a late renewal must not lock out a paying reader.
      return { status: 'isSubscribed', detail: 'active', entitled: true, until: null }
    case 'ending': {
      const access = until(getAccessEnd(subscription), now)
      return access.entitled
        ? { status: 'isEnding', detail: 'cancelled', ...access }
        : { status: 'needsToRestart', detail: 'ended', ...access }
    }
    case 'paused': {
      // A pause starts when access ends, and ends automatically, so it never has to be restarted.
      const access = until(getAccessEnd(subscription), now)
      const status = access.entitled ? 'isSubscribed' : 'isEnding'
      return { status, detail: 'paused', ...access }
    }
    case 'paymentFailed': {
      const graceEndsAt = new Date(subscription.failedAt.getTime() + paymentGracePeriod)
      return { status: 'needsToRestart', detail: 'paymentFailed', ...until(graceEndsAt, now) }
    }
    case 'disputed':
      return { status: 'needsToRestart', detail: 'disputed', entitled: false, until: null }
    case 'ended':
      return { status: 'needsToRestart', detail: 'ended', entitled: false, until: null }
  }
}

function access(record: SubscriptionRecord, now: Date): AccessStatus {
  const { subscription, formerAccess, complimentaryUntil } = record
  const paid = getSubscriptionAccess(subscription, now)
  const giftUntil = getGiftEnd(record, now)
  // Gifts begin when other access ends.
  if (paid.entitled) return { ...paid, until: paid.until && (giftUntil ?? paid.until) }
  if (isGiftRunning(record, now)) {
    const detail = paid.detail === 'paused' ? 'paused' : 'gift'
    return { status: 'isSubscribed', detail, entitled: true, until: giftUntil }
  }
  const former = formerAccess && !formerAccess.isDisputed ? formerAccess.until : null
  const complimentaryAccess =
    complimentaryUntil && complimentaryUntil > now ? complimentaryUntil : null
  if (former && former > now && !(complimentaryAccess && complimentaryAccess > former)) {
    return { status: 'isEnding', detail: 'cancelled', entitled: true, until: former }
  }
  if (!complimentaryAccess) return paid
  return {
    status: 'isSubscribed',
    detail: 'complimentary',
    entitled: true,
    until: complimentaryAccess,
  }
}

function isStepAllowed(step: ReaderStep, record: SubscriptionRecord, now: Date): boolean {
  const isEventAllowed = (event: SubscriptionEvent) => transition(record, event, now).ok
  switch (step) {
    case 'subscribe':
      return canBeReplaced(record.subscription)
    case 'retryPayment':
      return record.subscription?.state === 'paymentFailed'
    case 'changePlan':
      return findPlanChangeObstacle(record.subscription, now) === null
    case 'pause':
      return isEventAllowed({ kind: 'pause', months: 1 })
    case 'cancel':
    case 'acceptOffer':
    case 'reactivate':
      return isEventAllowed({ kind: step })
  }
}

const getFreeUntil = (subscription: Subscription | null, now: Date) =>
  subscription?.heldUntil && subscription.heldUntil > now ? subscription.heldUntil : null

/** Null while billing is active, or has ended permanently. */
function getResumesAt(subscription: Subscription | null): Date | null {
  switch (subscription?.state) {
    case 'active':
      return subscription.heldUntil || subscription.giftHold ? getNextBillingAt(subscription) : null
    case 'paused':
      return getNextBillingAt(subscription)
    case undefined:
    case 'ending':
    case 'paymentFailed':
    case 'disputed':
    case 'ended':
      return null
  }
}

export function resolveEntitlement(stored: SubscriptionRecord | null, now: Date): Entitlement {
  const record = stored ?? noSubscription
  // As the cron job will store it within a minute.
  const afterTimePassed = transition(record, { kind: 'timePassed' }, now)
  const current = afterTimePassed.ok ? afterTimePassed.value.record : record
  const { subscription } = current
  return {
    ...access(record, now),
    plan: subscription?.plan ?? null,
    previousPlan:
      subscription && isPlanChangeWaiting(subscription) ? subscription.previous!.plan : null,
    paidThrough: subscription && getAccessEnd(subscription),
    resumesAt: getResumesAt(subscription),
    freeUntil: getFreeUntil(subscription, now),
    giftUntil: getGiftEnd(record, now),
    allowedSteps: readerSteps.filter((step) => isStepAllowed(step, current, now)),
  }
}
