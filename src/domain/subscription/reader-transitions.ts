import { getFreeMonthEnd, getPauseEnd } from './billing-hold.ts'
import { getSubscriptionDueAt } from './desired-status.ts'
import { getNextBillingAt } from './next-billing.ts'
import type { SubscriptionEmail } from './outbox-item.ts'
import { getAccessEnd, type Subscription } from './subscription.ts'
import type { ReaderRequest, RetryEvent, Transition } from './subscription-event.ts'
import type { PauseMonths } from './subscription-steps.ts'
import { isUnpaidTrial } from './trial.ts'

export function copyCommonFields(subscription: Subscription) {
  const { plan, provider, paidThrough, heldUntil, giftHold } = subscription
  const { lastPaymentAt, seenPaymentAt, trialEndsAt, offerAcceptedAt, remindedAt, previous } =
    subscription
  return {
    plan,
    provider,
    paidThrough,
    heldUntil,
    giftHold,
    lastPaymentAt,
    seenPaymentAt,
    trialEndsAt,
    offerAcceptedAt,
    remindedAt,
    previous,
  }
}

export type NextState = {
  readonly subscription: Subscription
  readonly emails?: readonly SubscriptionEmail[]
  /** Whether the provider already has the desired status. */
  readonly isReconciled?: boolean
  readonly refundPaymentOf?: Transition['refundPaymentOf']
}

/** When the reader, the provider or a dispute stopped billing; null while it's active. */
export function getStoppedAt(subscription: Subscription): Date | null {
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

export function moveToEnded(subscription: Subscription, now: Date): NextState {
  const stoppedAt = getStoppedAt(subscription) ?? now
  return {
    subscription: {
      state: 'ended',
      ...copyCommonFields(subscription),
      heldUntil: null,
      stoppedAt,
      endedAt: now,
    },
    emails: ['ended'],
  }
}

/** Access lasts until the end of the paid or free period, or ends now if that has passed. */
export function endAtPeriodEnd(subscription: Subscription, now: Date, isFinal: boolean): NextState {
  if (getAccessEnd(subscription) <= now) return moveToEnded(subscription, now)
  const stoppedAt = getStoppedAt(subscription) ?? now
  return {
    subscription: { state: 'ending', ...copyCommonFields(subscription), stoppedAt, isFinal },
    emails: subscription.state === 'ending' ? [] : ['cancelled'],
  }
}

export function resumeSubscription(subscription: Subscription, now: Date): NextState {
  const { heldUntil } = subscription
  return {
    subscription: {
      state: 'active',
      ...copyCommonFields(subscription),
      // The rest of a free month is kept: reactivating makes no payment due earlier.
      heldUntil: heldUntil && heldUntil > now ? heldUntil : null,
      // The email already names the next billing.
      remindedAt: now,
    },
    emails: ['resumed'],
  }
}

/** Null if the request isn't possible in this state. */
export function applyReaderRequest(
  subscription: Subscription,
  event: ReaderRequest,
  now: Date,
): NextState | null {
  switch (event.kind) {
    case 'cancel':
      return cancel(subscription, now)
    case 'endNow':
      return subscription.state === 'ended' ? null : moveToEnded(subscription, now)
    case 'pause':
      return pause(subscription, event.months, now)
    case 'acceptOffer':
      return acceptOffer(subscription, now)
    case 'reactivate':
      return reactivate(subscription, now)
  }
}

function cancel(subscription: Subscription, now: Date): NextState | null {
  switch (subscription.state) {
    case 'active':
    case 'paused':
      return endAtPeriodEnd(subscription, now, false)
    case 'paymentFailed':
      return moveToEnded(subscription, now)
    case 'ending':
    case 'disputed':
    case 'ended':
      return null
  }
}

function pause(subscription: Subscription, months: PauseMonths, now: Date): NextState | null {
  if (isUnpaidTrial(subscription)) return null
  switch (subscription.state) {
    case 'active':
      return {
        subscription: {
          state: 'paused',
          ...copyCommonFields(subscription),
          stoppedAt: now,
          resumesAt: getPauseEnd(subscription, months, now),
        },
        emails: ['paused'],
      }
    case 'paused':
    case 'ending':
    case 'paymentFailed':
    case 'disputed':
    case 'ended':
      return null
  }
}

function acceptOffer(subscription: Subscription, now: Date): NextState | null {
  if (subscription.offerAcceptedAt || isUnpaidTrial(subscription)) return null
  switch (subscription.state) {
    case 'active': {
      const heldUntil = getFreeMonthEnd(subscription.paidThrough, now)
      return {
        subscription: { ...subscription, offerAcceptedAt: now, heldUntil },
        emails: ['offerAccepted'],
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

function reactivate(subscription: Subscription, now: Date): NextState | null {
  switch (subscription.state) {
    case 'paused':
      return resumeSubscription(subscription, now)
    case 'ending':
      return subscription.isFinal || getAccessEnd(subscription) <= now
        ? null
        : resumeSubscription(subscription, now)
    case 'active':
    case 'paymentFailed':
    case 'disputed':
    case 'ended':
      return null
  }
}

/** Null if no payment has failed, or another attempt is running or was declined. */
export function retry(subscription: Subscription, event: RetryEvent, now: Date): NextState | null {
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

export function applyTimePassed(subscription: Subscription, now: Date): NextState | null {
  const due = getSubscriptionDueAt(subscription)
  if (!due || due > now) return null
  switch (subscription.state) {
    case 'active':
      return subscription.heldUntil && subscription.heldUntil <= now
        ? { subscription: { ...subscription, heldUntil: null } }
        : recordReminder(subscription, now)
    case 'paused':
      return subscription.resumesAt <= now
        ? resumeSubscription(subscription, now)
        : recordReminder(subscription, now)
    case 'ending':
    case 'paymentFailed':
      return moveToEnded(subscription, now)
    case 'disputed':
    case 'ended':
      return null
  }
}

/** A billing that is already due gets no reminder: its receipt follows. */
function recordReminder(subscription: Subscription, now: Date): NextState {
  const nextBilling = getNextBillingAt(subscription)
  return {
    subscription: { ...subscription, remindedAt: now },
    emails: nextBilling && nextBilling > now ? ['renewalReminder'] : [],
  }
}
