/**
 * Changing plan. The reader approves a new subscription at the provider, which is first billed when the
 * paid and held time ends. As soon as it's active there, it replaces the current one in the record: every
 * date and hold stays as it is, and only the plan and the provider's id change.
 */
import { fail, type Result, succeed } from '../result.ts'
import { getDesiredStatus } from './desired-status.ts'
import { getNextBillingAt } from './next-billing.ts'
import { listOtherPlans, type PlanKind } from './offer.ts'
import type { PlanId } from './plan.ts'
import type { ProviderSubscription } from './provider-subscription.ts'
import type { Subscription } from './subscription.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Milliseconds. PayPal drops a subscription that isn't approved within three hours. */
const noticePeriod = day

/**
 * Milliseconds between the end of a hold and the first billing: the provider doesn't bill what was due
 * while it was suspended, so it has to be active again by then.
 */
const activationMargin = day

/** Milliseconds. Smaller differences from the first billing that we want don't matter. */
const billingTolerance = 2 * day

export type PlanChangeObstacle =
  /** There is nothing to change: the reader can subscribe to any plan. */
  | 'notSubscribed'
  /** Another plan would undo the cancellation without saying so: the reader reactivates first. */
  | 'cancelled'
  /** A new subscription must not be a way around the debt. */
  | 'paymentFailed'
  /** Nothing is certain until the dispute is decided. */
  | 'disputed'
  /** The provider might charge for the old plan before the new one is approved. */
  | 'billedSoon'
  | 'samePlan'

/** Null if the plan can be changed. Trials, pauses, free months and gifts are no obstacle. */
export function findPlanChangeObstacle(
  subscription: Subscription | null,
  now: Date,
): PlanChangeObstacle | null {
  switch (subscription?.state) {
    case undefined:
    case 'ended':
      return 'notSubscribed'
    case 'ending':
      return 'cancelled'
    case 'paymentFailed':
      return 'paymentFailed'
    case 'disputed':
      return 'disputed'
    case 'active':
    case 'paused': {
      const nextBilling = getNextBillingAt(subscription)
      const isBilledSoon = !nextBilling || nextBilling.getTime() - now.getTime() < noticePeriod
      return isBilledSoon ? 'billedSoon' : null
    }
  }
}

export type PreparedPlanChange = {
  readonly plan: PlanId
  readonly from: string
  readonly startsAt: Date
}

export function preparePlanChange(
  subscription: Subscription | null,
  kind: PlanKind,
  now: Date,
): Result<PreparedPlanChange, PlanChangeObstacle> {
  const obstacle = findPlanChangeObstacle(subscription, now)
  if (obstacle || !subscription) return fail(obstacle ?? 'notSubscribed')
  const choice = listOtherPlans(subscription.plan).find((one) => one.kind === kind)
  if (!choice) return fail('samePlan')
  const { plan } = choice
  return succeed({ plan, from: subscription.provider, startsAt: getStart(subscription, now) })
}

/** Whether the new plan has replaced the old one, but wasn't paid for yet. */
export const isPlanChangeWaiting = ({ previous, lastPaymentAt }: Subscription) =>
  previous !== null && lastPaymentAt === null

function getStart(subscription: Subscription, now: Date): Date {
  const nextBilling = getNextBillingAt(subscription) ?? subscription.paidThrough
  const isHeld = getDesiredStatus(subscription) === 'SUSPENDED'
  const start = nextBilling.getTime() + (isHeld ? activationMargin : 0)
  // The provider accepts only a future time.
  return new Date(Math.max(start, now.getTime() + hour))
}

/**
 * The first billing that we want of a subscription that waits after a plan change; null for others, and if
 * none is planned. A hold that begins, ends early or grows moves it, so that it neither takes place during
 * the hold nor long after it.
 */
export function getFirstBillingAt(subscription: Subscription, now: Date): Date | null {
  const { state } = subscription
  return isPlanChangeWaiting(subscription) && (state === 'active' || state === 'paused')
    ? getStart(subscription, now)
    : null
}

/** `nextBillingAt`: the provider's; null if unknown. */
export function isFirstBillingRight(
  subscription: Subscription,
  nextBillingAt: Date | null,
  now: Date,
): boolean {
  const first = getFirstBillingAt(subscription, now)
  if (!first || !nextBillingAt) return true
  return Math.abs(first.getTime() - nextBillingAt.getTime()) <= billingTolerance
}

/** Whether the provider needs no change when one becomes the other. */
export function isSameBilling(one: Subscription | null, other: Subscription | null): boolean {
  if (getDesiredStatus(one) !== getDesiredStatus(other)) return false
  const isWaiting = one && other && isPlanChangeWaiting(one) && isPlanChangeWaiting(other)
  return !isWaiting || getNextBillingAt(one)?.getTime() === getNextBillingAt(other)?.getTime()
}

/** The current subscription may have changed since the new one was started. */
export function canBeReplacedByPlanChange(
  { state, paidThrough }: Subscription,
  startsAt: Date,
): boolean {
  const isRunning = state === 'active' || state === 'paused'
  // It would be billed twice for the same time if the old one has renewed.
  return isRunning && paidThrough.getTime() - startsAt.getTime() <= billingTolerance
}

/** The same subscription with the new plan. Unpaid, so `previous` stays the one that was paid. */
export function replacePlan<Current extends Subscription>(
  current: Current,
  plan: PlanId,
  { id }: ProviderSubscription,
  now: Date,
): Current {
  const { plan: previousPlan, provider, lastPaymentAt } = current
  const previous = isPlanChangeWaiting(current)
    ? current.previous
    : { plan: previousPlan, provider, lastPaymentAt }
  return {
    ...current,
    plan,
    provider: id,
    previous,
    lastPaymentAt: null,
    seenPaymentAt: null,
    // The email already names the next billing.
    remindedAt: now,
  }
}
