/** What the provider's word makes of a subscription: its payments, its status, and money that goes back. */
import { type PlanId, periodEnd } from './plan.ts'
import type { ProviderSubscription } from './provider-subscription.ts'
import type { Subscription, SubscriptionRecord } from './subscription.ts'
import { carried, end, leave, type Next, resume } from './subscription-course.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import { wantedAtProvider } from './wanted-and-due.ts'

const minute = 60 * 1000

const later = (one: Date, other: Date | null) => (other && other > one ? other : one)

/** Since when the reader is not to be billed. */
function stoppedSince(subscription: Subscription): Date | null {
  if (subscription.state === 'active') return subscription.heldUntil && subscription.offerTakenAt
  return 'stoppedAt' in subscription ? subscription.stoppedAt : null
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
export function begun(seen: ProviderSubscription, plan: PlanId, now: Date): Next {
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

export function money(
  subscription: Subscription,
  event: SubscriptionEvent,
  now: Date,
): Next | null {
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
