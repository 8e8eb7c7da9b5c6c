/** What a reader's request, or time alone, makes of a subscription. */
import { freeMonthEnds, pauseEnds } from './billing-break.ts'
import { nextBillingAt } from './next-billing.ts'
import type { Letter } from './owed.ts'
import { accessEndsAt, type Subscription } from './subscription.ts'
import type { ReaderRequest, RetryEvent, Transition } from './subscription-event.ts'
import type { PauseMonths } from './subscription-steps.ts'
import { dueAt } from './wanted-and-due.ts'

/** The fields that every state has. */
export function carried(subscription: Subscription) {
  const { plan, provider, paidThrough, heldUntil } = subscription
  const { lastPaymentAt, seenPaymentAt, offerTakenAt, remindedAt } = subscription
  return {
    plan,
    provider,
    paidThrough,
    heldUntil,
    lastPaymentAt,
    seenPaymentAt,
    offerTakenAt,
    remindedAt,
  }
}

export type Next = {
  readonly subscription: Subscription
  readonly letters?: readonly Letter[]
  /** The provider says that it is already in the state we want. */
  readonly isAligned?: boolean
  readonly refundPaymentOf?: Transition['refundPaymentOf']
}

/** When the reader, the provider or a dispute stopped the billing; null while it runs. */
export function stoppedAtOf(subscription: Subscription): Date | null {
  switch (subscription.state) {
    case 'ending':
    case 'paused':
    case 'disputed':
    case 'ended':
      return subscription.stoppedAt
    case 'active':
    case 'paymentFailed':
      return null
  }
}

export function end(subscription: Subscription, now: Date): Next {
  const stoppedAt = stoppedAtOf(subscription) ?? now
  return {
    subscription: {
      state: 'ended',
      ...carried(subscription),
      heldUntil: null,
      stoppedAt,
      endedAt: now,
    },
    letters: ['ended'],
  }
}

/** Access lasts until the end of what is paid for or given; if that has passed, it ends now. */
export function leave(subscription: Subscription, now: Date, isFinal: boolean): Next {
  if (accessEndsAt(subscription) <= now) return end(subscription, now)
  const stoppedAt = stoppedAtOf(subscription) ?? now
  return {
    subscription: { state: 'ending', ...carried(subscription), stoppedAt, isFinal },
    letters: subscription.state === 'ending' ? [] : ['cancelled'],
  }
}

export function resume(subscription: Subscription, now: Date): Next {
  const { heldUntil } = subscription
  return {
    subscription: {
      state: 'active',
      ...carried(subscription),
      // What is left of a free month is kept: reactivating makes no payment earlier.
      heldUntil: heldUntil && heldUntil > now ? heldUntil : null,
      // The email about it names the next billing.
      remindedAt: now,
    },
    letters: ['resumed'],
  }
}

/** Null where the request isn't possible in this state. */
export function request(subscription: Subscription, event: ReaderRequest, now: Date): Next | null {
  switch (event.kind) {
    case 'cancel':
      return cancel(subscription, now)
    case 'endNow':
      return subscription.state === 'ended' ? null : end(subscription, now)
    case 'pause':
      return pause(subscription, event.months, now)
    case 'takeOffer':
      return takeOffer(subscription, now)
    case 'reactivate':
      return reactivate(subscription, now)
  }
}

function cancel(subscription: Subscription, now: Date): Next | null {
  switch (subscription.state) {
    case 'active':
    case 'paused':
      return leave(subscription, now, false)
    case 'paymentFailed':
      return end(subscription, now)
    case 'ending':
    case 'disputed':
    case 'ended':
      return null
  }
}

function pause(subscription: Subscription, months: PauseMonths, now: Date): Next | null {
  switch (subscription.state) {
    case 'active':
      return {
        subscription: {
          state: 'paused',
          ...carried(subscription),
          stoppedAt: now,
          resumesAt: pauseEnds(subscription, months, now),
        },
        letters: ['paused'],
      }
    case 'paused':
    case 'ending':
    case 'paymentFailed':
    case 'disputed':
    case 'ended':
      return null
  }
}

function takeOffer(subscription: Subscription, now: Date): Next | null {
  if (subscription.offerTakenAt) return null
  switch (subscription.state) {
    case 'active': {
      const heldUntil = freeMonthEnds(subscription.paidThrough, now)
      return {
        subscription: { ...subscription, offerTakenAt: now, heldUntil },
        letters: ['offerTaken'],
      }
    }
    case 'paused':
    case 'ending':
    case 'paymentFailed':
    case 'disputed':
    case 'ended':
      return null
  }
}

function reactivate(subscription: Subscription, now: Date): Next | null {
  switch (subscription.state) {
    case 'paused':
      return resume(subscription, now)
    case 'ending':
      return subscription.isFinal || accessEndsAt(subscription) <= now
        ? null
        : resume(subscription, now)
    case 'active':
    case 'paymentFailed':
    case 'disputed':
    case 'ended':
      return null
  }
}

/** Null where no payment has failed, or another attempt is under way or has been declined. */
export function retry(subscription: Subscription, event: RetryEvent, now: Date): Next | null {
  if (subscription.state !== 'paymentFailed') return null
  const { requestId } = event
  switch (event.kind) {
    case 'retryPayment':
      return subscription.retry
        ? null
        : { subscription: { ...subscription, retry: { requestId, at: now } } }
    case 'retryDeclined':
      return subscription.retry?.requestId === requestId
        ? { subscription: { ...subscription, retry: null } }
        : null
  }
}

export function timePassed(subscription: Subscription, now: Date): Next | null {
  const due = dueAt(subscription)
  if (!due || due > now) return null
  switch (subscription.state) {
    case 'active':
      return subscription.heldUntil && subscription.heldUntil <= now
        ? { subscription: { ...subscription, heldUntil: null } }
        : remind(subscription, now)
    case 'paused':
      return subscription.resumesAt <= now ? resume(subscription, now) : remind(subscription, now)
    case 'ending':
    case 'paymentFailed':
      return end(subscription, now)
    // Time alone doesn't change these.
    case 'disputed':
    case 'ended':
      return null
  }
}

/** Sends no reminder of a billing that is due by now: its receipt will be sent instead. */
function remind(subscription: Subscription, now: Date): Next {
  const billing = nextBillingAt(subscription)
  return {
    subscription: { ...subscription, remindedAt: now },
    letters: billing && billing > now ? ['renewalReminder'] : [],
  }
}
