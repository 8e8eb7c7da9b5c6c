/**
 * What happens to a subscription: one function from what is kept and what happened to what is kept
 * next, and what is owed for it. It runs nothing and asks nobody.
 *
 * What the provider has to do is not a list of commands but a state that we want it to be in, which
 * follows from ours alone (`wantedAtProvider`). Whoever finds a record that is not aligned asks the
 * provider, brings it there, and notes it: done twice, late, or after dying half-way, it comes to
 * the same.
 */
import { addMonths } from './month.ts'
import { nextBillingAt, reminderDueAt } from './next-billing.ts'
import type { Letter } from './owed.ts'
import { type PlanId, plans } from './plan.ts'
import type { ProviderSubscription, Wanted } from './provider-subscription.ts'
import { fail, type Result, succeed } from './result.ts'
import {
  noSubscription,
  paymentGrace,
  type Subscription,
  type SubscriptionRecord,
} from './subscription.ts'
import type { PauseMonths } from './subscription-steps.ts'

export type SubscriptionEvent =
  /** The reader wants to be billed no more, and reads on to the end of what is paid. */
  | { readonly kind: 'cancel' }
  /** No billing for so many months after what is paid. */
  | { readonly kind: 'pause'; readonly months: PauseMonths }
  /** The free month for whoever was about to leave. */
  | { readonly kind: 'takeOffer' }
  /** It is over at once: the reader wants to be forgotten. */
  | { readonly kind: 'endNow' }
  /** Takes up again what was cancelled or paused. */
  | { readonly kind: 'reactivate' }
  | { readonly kind: 'timePassed' }
  /** What the provider says now. `plan`: what was bought, where this reader began that checkout. */
  | { readonly kind: 'observed'; readonly seen: ProviderSubscription; readonly plan: PlanId | null }
  /** A payment went back to the reader, whole. `paymentAt` is when it was taken. */
  | { readonly kind: 'refunded'; readonly provider: string; readonly paymentAt: Date }
  | { readonly kind: 'disputed'; readonly provider: string }
  | { readonly kind: 'disputeWon'; readonly provider: string }
  /** The operator's gift of access, and its end (null). */
  | { readonly kind: 'grant'; readonly until: Date | null }

export type Transition = {
  readonly record: SubscriptionRecord
  /** Each once. */
  readonly letters: readonly Letter[]
  /** A payment that must not have been taken: its time, for whoever gives it back. */
  readonly refundPaymentOf: { readonly provider: string; readonly at: Date } | null
  /** A second subscription of somebody who has one: it is ended at the provider and paid back. */
  readonly surplus: string | null
}

export type Ignored =
  /** Says nothing new, or something older than what we know. */
  | 'stale'
  /** Not in this state. The reader gets to see where they stand instead. */
  | 'notPossible'
  /** Of a subscription that is not this reader's. */
  | 'foreign'
  /** Another one begins, and the provider is not known to have ended the one before. */
  | 'unfinished'

/** What the provider is to make of it; null where it is the provider's to say. */
export function wantedAtProvider(subscription: Subscription | null): Wanted | null {
  switch (subscription?.state) {
    case undefined:
    case 'paymentFailed':
      return null
    case 'active':
      return subscription.heldUntil ? 'SUSPENDED' : 'ACTIVE'
    case 'ending':
      return subscription.isFinal ? 'CANCELLED' : 'SUSPENDED'
    case 'paused':
    case 'disputed':
      return 'SUSPENDED'
    case 'ended':
      return 'CANCELLED'
  }
}

/** When time alone changes something about the subscription, or its reader is to be told. */
export function dueAt(subscription: Subscription | null): Date | null {
  switch (subscription?.state) {
    case undefined:
    case 'disputed':
    case 'ended':
      return null
    case 'active':
      return earlier(subscription.heldUntil, reminderDueAt(subscription))
    case 'ending':
      return subscription.paidThrough
    case 'paused':
      return earlier(subscription.resumesAt, reminderDueAt(subscription))
    case 'paymentFailed':
      return endOfTrying(subscription.failedAt)
  }
}

/** After the grace, a payment may still come for as long; then it is over. */
const endOfTrying = (failedAt: Date) => new Date(failedAt.getTime() + 4 * paymentGrace)

const later = (one: Date, other: Date | null) => (other && other > one ? other : one)
const earlier = (one: Date | null, other: Date | null) =>
  one && other ? (other < one ? other : one) : (one ?? other)

/** What does not change with the state. */
function carried(subscription: Subscription) {
  const { plan, provider, paidThrough } = subscription
  const { lastPaymentAt, seenPaymentAt, offerTakenAt, remindedAt } = subscription
  return {
    plan,
    provider,
    paidThrough,
    lastPaymentAt,
    seenPaymentAt,
    offerTakenAt,
    remindedAt,
  }
}

type Next = {
  readonly subscription: Subscription
  readonly letters?: readonly Letter[]
  /** The provider is where we want it, by its own word. */
  readonly isAligned?: boolean
  readonly refundPaymentOf?: Transition['refundPaymentOf']
}

function end(subscription: Subscription, now: Date): Next {
  const stoppedAt = 'stoppedAt' in subscription ? subscription.stoppedAt : now
  return {
    subscription: { state: 'ended', ...carried(subscription), stoppedAt, endedAt: now },
    letters: ['ended'],
  }
}

/** The reader reads on to the end of what is paid, or not at all where that is over. */
function leave(subscription: Subscription, now: Date, isFinal: boolean): Next {
  if (subscription.paidThrough <= now) return end(subscription, now)
  const stoppedAt = 'stoppedAt' in subscription ? subscription.stoppedAt : now
  return {
    subscription: { state: 'ending', ...carried(subscription), stoppedAt, isFinal },
    letters: subscription.state === 'ending' ? [] : ['cancelled'],
  }
}

const resume = (subscription: Subscription, now: Date): Next => ({
  // Its letter tells of the next billing.
  subscription: { state: 'active', ...carried(subscription), heldUntil: null, remindedAt: now },
  letters: ['resumed'],
})

/** What a reader asks for. Null where it cannot be had in this state. */
function asked(subscription: Subscription, event: SubscriptionEvent, now: Date): Next | null {
  const { state } = subscription
  switch (event.kind) {
    case 'cancel':
      // What could not be paid for is over at once; what the bank disputes is the bank's.
      if (state === 'paymentFailed') return end(subscription, now)
      return state === 'active' || state === 'paused' ? leave(subscription, now, false) : null
    case 'endNow':
      return state === 'ended' ? null : end(subscription, now)
    case 'pause':
      if (state !== 'active') return null
      return {
        subscription: {
          state: 'paused',
          ...carried(subscription),
          stoppedAt: now,
          resumesAt: addMonths(
            later(subscription.heldUntil ?? now, subscription.paidThrough),
            event.months,
          ),
        },
        letters: ['paused'],
      }
    case 'takeOffer': {
      if (state !== 'active' || subscription.offerTakenAt) return null
      const heldUntil = addMonths(later(now, subscription.paidThrough), 1)
      return {
        subscription: { ...subscription, offerTakenAt: now, heldUntil },
        letters: ['offerTaken'],
      }
    }
    case 'reactivate':
      if (state === 'paused') return resume(subscription, now)
      if (state !== 'ending' || subscription.isFinal || subscription.paidThrough <= now) return null
      return resume(subscription, now)
    default:
      return null
  }
}

function timePassed(subscription: Subscription, now: Date): Next | null {
  const due = dueAt(subscription)
  if (!due || due > now) return null
  switch (subscription.state) {
    case 'active':
      if (subscription.heldUntil && subscription.heldUntil <= now) {
        return { subscription: { ...subscription, heldUntil: null } }
      }
      return remind(subscription, now)
    case 'paused':
      return subscription.resumesAt <= now ? resume(subscription, now) : remind(subscription, now)
    default:
      return end(subscription, now)
  }
}

/** What is due by now has come too late to be told of: its receipt is on its way. */
function remind(subscription: Subscription, now: Date): Next {
  const billing = nextBillingAt(subscription)
  return {
    subscription: { ...subscription, remindedAt: now },
    letters: billing && billing > now ? ['renewalReminder'] : [],
  }
}

/** Since when the reader is not to be billed. */
function stoppedSince(subscription: Subscription): Date | null {
  if (subscription.state === 'active') return subscription.heldUntil && subscription.offerTakenAt
  return 'stoppedAt' in subscription ? subscription.stoppedAt : null
}

/** Providers bill at an hour of their own: a payment of so long before it is due is not early. */
const earliness = 2 * 24 * 60 * 60 * 1000

const minute = 60 * 1000

const periodEnd = (plan: PlanId, paidAt: Date) =>
  addMonths(paidAt, plans[plan].period === 'year' ? 12 : 1)

/**
 * Takes note of the latest payment. One that was taken after the reader had stopped, or long before
 * it was due, is given back and pays for nothing.
 */
function withPayment<Kind extends Subscription>(subscription: Kind, seen: ProviderSubscription) {
  const { lastPaymentAt: at, nextBillingAt } = seen
  const { seenPaymentAt, paidThrough, provider, plan } = subscription
  const upTo = seen.status === 'ACTIVE' && wantedAtProvider(subscription) === 'ACTIVE'
  if (!at || (seenPaymentAt && at <= seenPaymentAt)) {
    // A renewal may be moved without a payment: by a trial, or by what the provider does on activation.
    const moved = upTo ? later(paidThrough, nextBillingAt) : paidThrough
    return { current: { ...subscription, paidThrough: moved }, refundPaymentOf: null }
  }
  const stopped = stoppedSince(subscription)
  const isUnwanted =
    (stopped !== null && at > stopped) || at.getTime() < paidThrough.getTime() - earliness
  if (isUnwanted) {
    return {
      current: { ...subscription, seenPaymentAt: at },
      refundPaymentOf: { provider, at },
    }
  }
  const paid = later(periodEnd(plan, at), upTo ? nextBillingAt : null)
  return {
    current: {
      ...subscription,
      lastPaymentAt: at,
      seenPaymentAt: at,
      paidThrough: later(paidThrough, paid),
    },
    refundPaymentOf: null,
  }
}

/** The provider's word on the subscription that we know. */
function observed(
  { subscription, isAligned }: SubscriptionRecord & { subscription: Subscription },
  seen: ProviderSubscription,
  now: Date,
): Next {
  const { current, refundPaymentOf } = withPayment(subscription, seen)
  return { ...withStatus(current, isAligned, seen, now), refundPaymentOf }
}

function withStatus(
  current: Subscription,
  wasAligned: boolean,
  seen: ProviderSubscription,
  now: Date,
): Next {
  const isGone = seen.status === 'CANCELLED' || seen.status === 'EXPIRED'
  const asItIs: Next = {
    subscription: current,
    isAligned: seen.status === wantedAtProvider(current),
  }
  switch (current.state) {
    case 'ended':
      return { subscription: current, isAligned: isGone }
    case 'disputed':
      return isGone ? { ...end(current, now), isAligned: true } : asItIs
    case 'ending':
    case 'paused':
      return isGone ? { ...leave(current, now, true), isAligned: true } : asItIs
    case 'paymentFailed':
      if (isGone) return { ...end(current, now), isAligned: true }
      if (seen.status !== 'ACTIVE' || seen.failedPayments > 0) {
        return { subscription: current, isAligned: true }
      }
      return {
        subscription: { state: 'active', ...carried(current), heldUntil: null },
        letters: ['paymentMended'],
        isAligned: true,
      }
    case 'active':
      if (isGone) return { ...leave(current, now, true), isAligned: true }
      if (current.heldUntil || !wasAligned) return asItIs
      if (seen.failedPayments > 0) {
        const failedAt = seen.lastFailedAt ?? now
        return {
          subscription: { state: 'paymentFailed', ...carried(current), failedAt },
          letters: ['paymentFailed'],
          isAligned: true,
        }
      }
      // Somebody has stopped it at the provider: that is leaving.
      if (seen.status === 'SUSPENDED') return { ...leave(current, now, false), isAligned: true }
      return asItIs
  }
}

/** A subscription of whose existence only the provider has told until now. */
function begun(seen: ProviderSubscription, plan: PlanId, now: Date): Next {
  return {
    subscription: {
      state: 'active',
      plan,
      provider: seen.id,
      // One that runs without a payment yet is a trial, or paid in a moment.
      paidThrough: seen.nextBillingAt ?? periodEnd(plan, seen.lastPaymentAt ?? now),
      lastPaymentAt: seen.lastPaymentAt,
      seenPaymentAt: seen.lastPaymentAt,
      offerTakenAt: null,
      // Its letter tells of the next billing.
      remindedAt: now,
      heldUntil: null,
    },
    letters: ['started'],
    isAligned: true,
  }
}

/** Whether another one may begin: nothing of this one goes on any more. */
export const isOver = (subscription: Subscription | null) =>
  !subscription ||
  subscription.state === 'ended' ||
  (subscription.state === 'ending' && subscription.isFinal)

function money(subscription: Subscription, event: SubscriptionEvent, now: Date): Next | null {
  const { state } = subscription
  if (event.kind === 'refunded') {
    const { lastPaymentAt } = subscription
    const apart = lastPaymentAt && Math.abs(lastPaymentAt.getTime() - event.paymentAt.getTime())
    // A provider's list of payments may date one a moment from where the subscription does.
    const isWhatCounts = apart !== null && apart <= minute
    // What was disputed has gone back, whichever payment it was.
    if (state === 'ended' || !(isWhatCounts || state === 'disputed')) return null
    const ended = end(subscription, now)
    // The letter names the payment that it ran on.
    return isWhatCounts ? { ...ended, letters: ['refunded'] } : ended
  }
  if (event.kind === 'disputed') {
    if (state === 'ended' || state === 'disputed') return null
    const stoppedAt = 'stoppedAt' in subscription ? subscription.stoppedAt : now
    return { subscription: { state: 'disputed', ...carried(subscription), stoppedAt } }
  }
  return state === 'disputed' ? resume(subscription, now) : null
}

/** `now` is the instant of the event's handling; of two calls the later has the later one. */
export function transition(
  stored: SubscriptionRecord | null,
  event: SubscriptionEvent,
  now: Date,
): Result<Transition, Ignored> {
  const record = stored ?? noSubscription
  const { subscription } = record

  switch (event.kind) {
    case 'grant':
      return succeed({
        record: { ...record, complimentaryUntil: event.until },
        letters: [],
        refundPaymentOf: null,
        surplus: null,
      })
    case 'observed': {
      const { seen, plan } = event
      if (subscription?.provider === seen.id) {
        return settle(record, observed({ ...record, subscription }, seen, now))
      }
      if (seen.status !== 'ACTIVE') return fail('stale')
      if (!plan) return fail('foreign')
      if (isOver(subscription)) {
        if (!record.isAligned) return fail('unfinished')
        return settle(record, begun(seen, plan, now))
      }
      return succeed({ record, letters: [], refundPaymentOf: null, surplus: seen.id })
    }
    case 'refunded':
    case 'disputed':
    case 'disputeWon':
      if (subscription?.provider !== event.provider) return fail('foreign')
      return settle(record, money(subscription, event, now) ?? 'stale')
    case 'timePassed':
      return settle(record, (subscription && timePassed(subscription, now)) ?? 'stale')
    case 'cancel':
    case 'endNow':
    case 'pause':
    case 'takeOffer':
    case 'reactivate':
      return settle(record, (subscription && asked(subscription, event, now)) ?? 'notPossible')
  }
}

/** Makes a record of what comes next: what is owed to the provider follows from it. */
function settle(record: SubscriptionRecord, next: Next | Ignored): Result<Transition, Ignored> {
  if (typeof next === 'string') return fail(next)
  const { subscription, letters = [], isAligned, refundPaymentOf = null } = next
  const wanted = wantedAtProvider(subscription)
  const isAsBefore = record.isAligned && wanted === wantedAtProvider(record.subscription)
  return succeed({
    record: {
      ...record,
      subscription,
      isAligned: isAligned ?? (wanted === null || isAsBefore),
      dueAt: dueAt(subscription),
    },
    letters,
    refundPaymentOf,
    surplus: null,
  })
}
