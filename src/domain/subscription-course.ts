/** What readers do with a subscription, and what time does to it: each gives what is kept next. */
import { freeMonthEnds, pauseEnds } from './billing-break.ts'
import { nextBillingAt } from './next-billing.ts'
import type { Letter } from './owed.ts'
import type { Subscription } from './subscription.ts'
import type { SubscriptionEvent, Transition } from './subscription-event.ts'
import { dueAt } from './wanted-and-due.ts'

/** What does not change with the state. */
export function carried(subscription: Subscription) {
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

export type Next = {
  readonly subscription: Subscription
  readonly letters?: readonly Letter[]
  /** The provider is where we want it, by its own word. */
  readonly isAligned?: boolean
  readonly refundPaymentOf?: Transition['refundPaymentOf']
}

export function end(subscription: Subscription, now: Date): Next {
  const stoppedAt = 'stoppedAt' in subscription ? subscription.stoppedAt : now
  return {
    subscription: { state: 'ended', ...carried(subscription), stoppedAt, endedAt: now },
    letters: ['ended'],
  }
}

/** The reader reads on to the end of what is paid, or not at all where that is over. */
export function leave(subscription: Subscription, now: Date, isFinal: boolean): Next {
  if (subscription.paidThrough <= now) return end(subscription, now)
  const stoppedAt = 'stoppedAt' in subscription ? subscription.stoppedAt : now
  return {
    subscription: { state: 'ending', ...carried(subscription), stoppedAt, isFinal },
    letters: subscription.state === 'ending' ? [] : ['cancelled'],
  }
}

export const resume = (subscription: Subscription, now: Date): Next => ({
  // Its letter tells of the next billing.
  subscription: { state: 'active', ...carried(subscription), heldUntil: null, remindedAt: now },
  letters: ['resumed'],
})

/** What a reader asks for. Null where it cannot be had in this state. */
export function asked(
  subscription: Subscription,
  event: SubscriptionEvent,
  now: Date,
): Next | null {
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
          resumesAt: pauseEnds(subscription, event.months, now),
        },
        letters: ['paused'],
      }
    case 'takeOffer': {
      if (state !== 'active' || subscription.offerTakenAt) return null
      const heldUntil = freeMonthEnds(subscription.paidThrough, now)
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

export function timePassed(subscription: Subscription, now: Date): Next | null {
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
