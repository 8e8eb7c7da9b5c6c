/** What the provider's word makes of a subscription: its payments, its status, and money that goes back. */
import { type PlanId, periodEnd } from './plan.ts'
import type { ProviderSubscription } from './provider-subscription.ts'
import type { Subscription, SubscriptionRecord } from './subscription.ts'
import { carried, end, leave, type Next, resume, stoppedAtOf } from './subscription-course.ts'
import type { MoneyEvent } from './subscription-event.ts'
import { wantedAtProvider } from './wanted-and-due.ts'

const minute = 60 * 1000

const later = (one: Date, other: Date | null) => (other && other > one ? other : one)

/** Since when the reader must not be billed; null while billing runs. */
function stoppedSince(subscription: Subscription): Date | null {
  const { heldUntil, offerTakenAt } = subscription
  const stoppedAt = stoppedAtOf(subscription)
  const heldSince = heldUntil && offerTakenAt
  return heldSince && stoppedAt && stoppedAt < heldSince ? stoppedAt : (heldSince ?? stoppedAt)
}

/** Providers bill at an hour of their own: a payment of so long before it is due is not early. */
const earliness = 2 * 24 * 60 * 60 * 1000

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
export function observed(
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
        subscription: { state: 'active', ...carried(current) },
        letters: ['paymentMended'],
        isAligned: true,
      }
    case 'active':
      if (isGone) return { ...leave(current, now, true), isAligned: true }
      if (current.heldUntil || !wasAligned) return asItIs
      if (seen.failedPayments > 0) {
        const failedAt = seen.lastFailedAt ?? now
        return {
          subscription: { state: 'paymentFailed', ...carried(current), failedAt, retry: null },
          letters: ['paymentFailed'],
          isAligned: true,
        }
      }
      // Somebody has stopped it at the provider: that is leaving.
      if (seen.status === 'SUSPENDED') return { ...leave(current, now, false), isAligned: true }
      return asItIs
  }
}

/** A subscription that the provider has been paid for, or that is a trial, and that we store from now on. */
export function begun(seen: ProviderSubscription, plan: PlanId, now: Date): Next {
  const active: Subscription = {
    state: 'active',
    plan,
    provider: seen.id,
    paidThrough: seen.nextBillingAt ?? periodEnd(plan, seen.lastPaymentAt ?? now),
    lastPaymentAt: seen.lastPaymentAt,
    seenPaymentAt: seen.lastPaymentAt,
    offerTakenAt: null,
    // The email about it names the next billing.
    remindedAt: now,
    heldUntil: null,
  }
  // The payer may have cancelled it at the provider before we learned of the payment.
  const next = withStatus(active, true, seen, now)
  return { ...next, letters: ['started', ...(next.letters ?? [])] }
}

/** Null where it changes nothing. */
export function money(subscription: Subscription, event: MoneyEvent, now: Date): Next | null {
  switch (event.kind) {
    case 'refunded':
      return refunded(subscription, event.paymentAt, now)
    case 'disputed':
      return disputed(subscription, now)
    case 'disputeWon':
      return subscription.state === 'disputed' ? resume(subscription, now) : null
  }
}

/** PayPal's list of payments can date one a moment differently from the subscription. */
export const isSamePayment = (known: Date | null, paymentAt: Date) =>
  known !== null && Math.abs(known.getTime() - paymentAt.getTime()) <= minute

function refunded(subscription: Subscription, paymentAt: Date, now: Date): Next | null {
  const isWhatCounts = isSamePayment(subscription.lastPaymentAt, paymentAt)
  // The email names the payment that the subscription runs on.
  const ended: Next = { ...end(subscription, now), letters: ['refunded'] }
  switch (subscription.state) {
    case 'active':
    case 'ending':
    case 'paused':
    case 'paymentFailed':
      return isWhatCounts ? ended : null
    // The disputed payment has gone back, whichever payment it was.
    case 'disputed':
      return isWhatCounts ? ended : end(subscription, now)
    case 'ended':
      return null
  }
}

function disputed(subscription: Subscription, now: Date): Next | null {
  switch (subscription.state) {
    case 'active':
    case 'ending':
    case 'paused':
    case 'paymentFailed': {
      const stoppedAt = stoppedAtOf(subscription) ?? now
      return { subscription: { state: 'disputed', ...carried(subscription), stoppedAt } }
    }
    case 'disputed':
    case 'ended':
      return null
  }
}
