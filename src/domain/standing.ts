/** Where a reader stands at an instant: what pages show, what is open, and what may be done about it. */
import type { PlanId } from './plan.ts'
import {
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
  /** Up to when that is paid. */
  readonly paidThrough: Date | null
  /** When billing goes on that stands still: a pause, the free month. */
  readonly resumesAt: Date | null
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
    case 'ending':
      return subscription.paidThrough > now
        ? { status: 'isEnding', detail: 'cancelled', ...until(subscription.paidThrough, now) }
        : { status: 'needsToRestart', detail: 'ended', entitled: false, until: null }
    case 'paused':
      // Still the reader's subscription when the paid time is over: it resumes, nobody restarts it.
      return { status: 'isEnding', detail: 'paused', ...until(subscription.paidThrough, now) }
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

function access({ subscription, complimentaryUntil }: SubscriptionRecord, now: Date): Access {
  const paid = accessBySubscription(subscription, now)
  if (paid.entitled || !complimentaryUntil || complimentaryUntil <= now) return paid
  return {
    status: 'isSubscribed',
    detail: 'complimentary',
    entitled: true,
    until: complimentaryUntil,
  }
}

const asked: Readonly<Record<Exclude<ReaderStep, 'subscribe' | 'mend'>, SubscriptionEvent>> = {
  cancel: { kind: 'cancel' },
  pause: { kind: 'pause', months: 1 },
  takeOffer: { kind: 'takeOffer' },
  reactivate: { kind: 'reactivate' },
}

function isPossible(step: ReaderStep, record: SubscriptionRecord, now: Date): boolean {
  switch (step) {
    case 'subscribe':
      return isOver(record.subscription)
    case 'mend':
      return record.subscription?.state === 'paymentFailed'
    default:
      return transition(record, asked[step], now).ok
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
    paidThrough: subscription?.paidThrough ?? null,
    resumesAt:
      subscription?.state === 'paused'
        ? subscription.resumesAt
        : subscription?.state === 'active'
          ? subscription.heldUntil
          : null,
    may: readerSteps.filter((step) => isPossible(step, current, now)),
  }
}
