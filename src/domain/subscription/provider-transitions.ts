/** Applies the provider's state to a stored subscription: payments, status, refunds and disputes. */

import { getDesiredStatus } from './desired-status.ts'
import { getPeriodEnd, type PlanId } from './plan.ts'
import { isFirstBillingRight, isPlanChangeWaiting } from './plan-change.ts'
import type { ProviderSubscription } from './provider-subscription.ts'
import {
  copyCommonFields,
  endAtPeriodEnd,
  getStoppedAt,
  moveToEnded,
  type NextState,
  resumeSubscription,
} from './reader-transitions.ts'
import type { Subscription, SubscriptionRecord } from './subscription.ts'
import type { ReversalEvent } from './subscription-event.ts'

const minute = 60 * 1000

const pickLater = (one: Date, other: Date | null) => (other && other > one ? other : one)

/** When the reader's billing should have stopped; null while it's active. */
function getBillingStoppedAt(subscription: Subscription): Date | null {
  const { heldUntil, offerAcceptedAt, giftHold } = subscription
  const stops = [
    heldUntil && offerAcceptedAt,
    giftHold?.since ?? null,
    getStoppedAt(subscription),
  ].filter((stop) => stop !== null)
  return stops.reduce<Date | null>(
    (earliest, stop) => (earliest && earliest < stop ? earliest : stop),
    null,
  )
}

/** Milliseconds. Providers bill at their own hour, so a payment may be this early. */
const earlyPaymentTolerance = 2 * 24 * 60 * 60 * 1000

/**
 * Records the latest payment. One taken after billing was stopped, or too early, or first seen after the end
 * is refunded and extends nothing.
 */
function applyPayment<Kind extends Subscription>(
  subscription: Kind,
  providerState: ProviderSubscription,
) {
  const { lastPaymentAt: at, nextBillingAt } = providerState
  const { seenPaymentAt, paidThrough, provider, plan } = subscription
  const isBillingActive =
    providerState.status === 'ACTIVE' && getDesiredStatus(subscription) === 'ACTIVE'
  if (!at || (seenPaymentAt && at <= seenPaymentAt)) {
    // A trial or PayPal's activation can move a renewal without a payment.
    // Before the first payment of a new plan, only the old one has paid.
    const canMove = isBillingActive && !isPlanChangeWaiting(subscription)
    const newPaidThrough = canMove ? pickLater(paidThrough, nextBillingAt) : paidThrough
    return { current: { ...subscription, paidThrough: newPaidThrough }, refundPaymentOf: null }
  }
  const billingStoppedAt = getBillingStoppedAt(subscription)
  const isUnexpectedPayment =
    // Collected just before it ended, but only seen now: it would pay for nothing.
    subscription.state === 'ended' ||
    (billingStoppedAt !== null && at > billingStoppedAt) ||
    at.getTime() < paidThrough.getTime() - earlyPaymentTolerance
  if (isUnexpectedPayment) {
    return {
      current: { ...subscription, seenPaymentAt: at },
      refundPaymentOf: { provider, at },
    }
  }
  const coveredUntil = pickLater(getPeriodEnd(plan, at), isBillingActive ? nextBillingAt : null)
  return {
    current: {
      ...subscription,
      lastPaymentAt: at,
      seenPaymentAt: at,
      paidThrough: pickLater(paidThrough, coveredUntil),
    },
    refundPaymentOf: null,
  }
}

export function applyProviderState(
  {
    subscription,
    isReconciled,
  }: Pick<SubscriptionRecord, 'isReconciled'> & { readonly subscription: Subscription },
  providerState: ProviderSubscription,
  now: Date,
): NextState {
  const { current, refundPaymentOf } = applyPayment(subscription, providerState)
  return { ...applyProviderStatus(current, isReconciled, providerState, now), refundPaymentOf }
}

function applyProviderStatus(
  current: Subscription,
  wasReconciled: boolean,
  providerState: ProviderSubscription,
  now: Date,
): NextState {
  const isEndedAtProvider =
    providerState.status === 'CANCELLED' || providerState.status === 'EXPIRED'
  const unchanged: NextState = {
    subscription: current,
    isReconciled:
      providerState.status === getDesiredStatus(current) &&
      isFirstBillingRight(current, providerState.nextBillingAt, now),
  }
  switch (current.state) {
    case 'ended':
      return { subscription: current, isReconciled: isEndedAtProvider }
    case 'disputed':
      return isEndedAtProvider ? { ...moveToEnded(current, now), isReconciled: true } : unchanged
    case 'ending':
    case 'paused':
      return isEndedAtProvider
        ? { ...endAtPeriodEnd(current, now, true), isReconciled: true }
        : unchanged
    case 'paymentFailed':
      if (isEndedAtProvider) return { ...moveToEnded(current, now), isReconciled: true }
      if (providerState.status !== 'ACTIVE' || providerState.failedPayments > 0) {
        return { subscription: current, isReconciled: true }
      }
      return {
        subscription: { state: 'active', ...copyCommonFields(current) },
        emails: ['paymentFixed'],
        isReconciled: true,
      }
    case 'active':
      if (isEndedAtProvider) return { ...endAtPeriodEnd(current, now, true), isReconciled: true }
      if (current.heldUntil || current.giftHold || !wasReconciled) return unchanged
      if (providerState.failedPayments > 0) {
        const failedAt = providerState.lastFailedAt ?? now
        return {
          subscription: {
            state: 'paymentFailed',
            ...copyCommonFields(current),
            failedAt,
            retry: null,
          },
          emails: ['paymentFailed'],
          isReconciled: true,
        }
      }
      // A suspension at the provider counts as a cancellation.
      if (providerState.status === 'SUSPENDED')
        return { ...endAtPeriodEnd(current, now, false), isReconciled: true }
      return unchanged
  }
}

/** Expects a paid subscription or a trial. */
export function startSubscription(
  providerState: ProviderSubscription,
  { plan, trialEndsAt }: { readonly plan: PlanId; readonly trialEndsAt: Date | null },
  now: Date,
): NextState {
  const { lastPaymentAt, nextBillingAt } = providerState
  const active: Subscription = {
    state: 'active',
    plan,
    provider: providerState.id,
    paidThrough:
      nextBillingAt ?? (lastPaymentAt ? getPeriodEnd(plan, lastPaymentAt) : (trialEndsAt ?? now)),
    lastPaymentAt,
    seenPaymentAt: lastPaymentAt,
    trialEndsAt,
    offerAcceptedAt: null,
    // The `started` email already names the next billing.
    remindedAt: now,
    heldUntil: null,
    giftHold: null,
    previous: null,
  }
  // The payer may have cancelled it at the provider before we recorded the payment.
  const next = applyProviderStatus(active, true, providerState, now)
  return { ...next, emails: ['started', ...(next.emails ?? [])] }
}

/** Null if nothing changes. */
export function applyReversal(
  subscription: Subscription,
  event: ReversalEvent,
  now: Date,
): NextState | null {
  switch (event.kind) {
    case 'refunded':
      return applyRefund(subscription, event.paymentAt, now)
    case 'disputed':
      return applyDispute(subscription, now)
    case 'disputeWon':
      return subscription.state === 'disputed' ? resumeSubscription(subscription, now) : null
  }
}

/** PayPal's payment list may differ from the subscription by a moment. */
export const isSamePayment = (known: Date | null, paymentAt: Date) =>
  known !== null && Math.abs(known.getTime() - paymentAt.getTime()) <= minute

function applyRefund(subscription: Subscription, paymentAt: Date, now: Date): NextState | null {
  const { lastPaymentAt, previous } = subscription
  const isCountedPayment = isSamePayment(
    lastPaymentAt ?? previous?.lastPaymentAt ?? null,
    paymentAt,
  )
  // The email names the payment for the current period.
  const endedByRefund: NextState = { ...moveToEnded(subscription, now), emails: ['refunded'] }
  switch (subscription.state) {
    case 'active':
    case 'ending':
    case 'paused':
    case 'paymentFailed':
      return isCountedPayment ? endedByRefund : null
    // The disputed payment was refunded, whichever payment it was.
    case 'disputed':
      return isCountedPayment ? endedByRefund : moveToEnded(subscription, now)
    case 'ended':
      return null
  }
}

function applyDispute(subscription: Subscription, now: Date): NextState | null {
  switch (subscription.state) {
    case 'active':
    case 'ending':
    case 'paused':
    case 'paymentFailed': {
      const stoppedAt = getStoppedAt(subscription) ?? now
      return { subscription: { state: 'disputed', ...copyCommonFields(subscription), stoppedAt } }
    }
    case 'disputed':
    case 'ended':
      return null
  }
}
