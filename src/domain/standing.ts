/** Where a reader stands at an instant: what pages show, what is open, and what may be done about it. */
import type { PlanId } from './plan.ts'
import {
  accessEndsAt,
  noSubscription,
  paymentGrace,
  type Subscription,
  type SubscriptionRecord,
} from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import type { SubscriptionDetail, SubscriptionStatus } from './subscription-status.ts'
import { type ReaderStep, readerSteps } from './subscription-steps.ts'
import { transition } from './subscription-transition.ts'
import { isOver } from './wanted-and-due.ts'

export type Standing = {
  readonly status: SubscriptionStatus
  readonly detail: SubscriptionDetail
  readonly entitled: boolean
  /** The instant at which the entitlement ends unless something happens; null where none is known. */
  readonly until: Date | null
  /** What was bought last; null for who has never bought anything. */
  readonly plan: PlanId | null
  /** When what is paid for or given ends (`accessEndsAt`). */
  readonly paidThrough: Date | null
  /** When billing starts again that is paused, or held for the free month. */
  readonly resumesAt: Date | null
  /** The end of the free month, until it has passed. */
  readonly freeUntil: Date | null
  /** What the reader may do next. */
  readonly may: readonly ReaderStep[]
}

type Access = Pick<Standing, 'status' | 'detail' | 'entitled' | 'until'>

const until = (instant: Date, now: Date) =>
  instant > now ? { entitled: true, until: instant } : { entitled: false, until: null }

/** By the subscription alone. */
function accessBySubscription(subscription: Subscription | null, now: Date): Access {
  if (!subscription)
    return { status: 'notSubscribed', detail: 'none', entitled: false, until: null }
  switch (subscription.state) {
    case 'active':
      // A paid-up one has no end of its own: renewals arrive late at times, and that must not lock
      // out somebody who pays.
      return { status: 'isSubscribed', detail: 'active', entitled: true, until: null }
    case 'ending': {
      const access = until(accessEndsAt(subscription), now)
      return access.entitled
        ? { status: 'isEnding', detail: 'cancelled', ...access }
        : { status: 'needsToRestart', detail: 'ended', ...access }
    }
    case 'paused': {
      // A pause begins when access ends; until then nothing is different. It resumes by itself, so it
      // never needs to be restarted.
      const access = until(accessEndsAt(subscription), now)
      const status = access.entitled ? 'isSubscribed' : 'isEnding'
      return { status, detail: 'paused', ...access }
    }
    case 'paymentFailed': {
      const graceEnds = new Date(subscription.failedAt.getTime() + paymentGrace)
      return { status: 'needsToRestart', detail: 'paymentFailed', ...until(graceEnds, now) }
    }
    case 'disputed':
      return { status: 'needsToRestart', detail: 'disputed', entitled: false, until: null }
    case 'ended':
      return { status: 'needsToRestart', detail: 'ended', entitled: false, until: null }
  }
}

function access(
  { subscription, formerAccess, complimentaryUntil }: SubscriptionRecord,
  now: Date,
): Access {
  const paid = accessBySubscription(subscription, now)
  if (paid.entitled) return paid
  const former = formerAccess && !formerAccess.isDisputed ? formerAccess.until : null
  const granted = complimentaryUntil && complimentaryUntil > now ? complimentaryUntil : null
  if (former && former > now && !(granted && granted > former)) {
    return { status: 'isEnding', detail: 'cancelled', entitled: true, until: former }
  }
  if (!granted) return paid
  return { status: 'isSubscribed', detail: 'complimentary', entitled: true, until: granted }
}

function isPossible(step: ReaderStep, record: SubscriptionRecord, now: Date): boolean {
  const isAllowed = (event: SubscriptionEvent) => transition(record, event, now).ok
  switch (step) {
    case 'subscribe':
      return isOver(record.subscription)
    case 'mend':
      return record.subscription?.state === 'paymentFailed'
    case 'pause':
      return isAllowed({ kind: 'pause', months: 1 })
    case 'cancel':
    case 'takeOffer':
    case 'reactivate':
      return isAllowed({ kind: step })
  }
}

const freeUntilOf = (subscription: Subscription | null, now: Date) =>
  subscription?.heldUntil && subscription.heldUntil > now ? subscription.heldUntil : null

/** When billing that is held or paused starts again; null where it runs, or has stopped for good. */
function resumesAtOf(subscription: Subscription | null): Date | null {
  switch (subscription?.state) {
    case 'active':
      return subscription.heldUntil
    case 'paused':
      return subscription.resumesAt
    case undefined:
    case 'ending':
    case 'paymentFailed':
    case 'disputed':
    case 'ended':
      return null
  }
}

/** Where a reader stands at `now`; null for one of whom no subscription is known. */
export function standing(stored: SubscriptionRecord | null, now: Date): Standing {
  const record = stored ?? noSubscription
  // As the clock will have it within a minute.
  const passed = transition(record, { kind: 'timePassed' }, now)
  const current = passed.ok ? passed.value.record : record
  const { subscription } = current
  return {
    ...access(record, now),
    plan: subscription?.plan ?? null,
    paidThrough: subscription && accessEndsAt(subscription),
    resumesAt: resumesAtOf(subscription),
    freeUntil: freeUntilOf(subscription, now),
    may: readerSteps.filter((step) => isPossible(step, current, now)),
  }
}
