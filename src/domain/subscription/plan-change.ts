/**
 * Changes the plan, or continues through a new approval. The reader approves a new subscription at PayPal, which is
 * first billed when time that was paid for or given ends. As soon as it's active there, it replaces the current one in
 * the record.
 */
import { hour } from '../duration.ts'
import { addMonths } from '../month.ts'
import { fail, type Result, succeed } from '../result.ts'
import { bankClosedTime } from './closed-time.ts'
import { createSurplusTransition, createTransition } from './create-transition.ts'
import {
  countSkippedPayments,
  getNextPaymentAt,
  getUnpaidPrevious,
  isAwaitingFirstPayment,
  isSkippingPause,
} from './desired-status.ts'
import { billingNotice, isMonthly, toStartTime } from './due-dates.ts'
import type { SurplusReason } from './effect-kinds.ts'
import { advanceRecord } from './next-due.ts'
import { getPlan, getPriceClassOfPlan, type PlanKind, planKinds } from './offer.ts'
import { applyPayments } from './payments.ts'
import { applyPayPalState, startSubscription } from './paypal-transitions.ts'
import type { PlanId } from './plan.ts'
import { getNewApproval } from './reader-transitions.ts'
import { type Change, copyCommonFields, mergeChanges } from './record-change.ts'
import { replaceCurrent } from './replaced-subscriptions.ts'
import type { Subscriber, Subscription, SubscriptionRecord } from './subscription.ts'
import type { EventOf, IgnoredReason, PlanChange, Transition } from './subscription-event.ts'
import { countMonths, takeMonths } from './time-bank.ts'
import { closeByPause, cutPeriod, getCoveredEnd, returnTime, useMonths } from './used-months.ts'

/** Milliseconds by which the first payment may differ from the intended time. */
const startTolerance = 48 * hour

export type PlanChangeObstacle =
  /** Without a subscription there is nothing to change: the reader can subscribe to any plan. */
  | 'notSubscribed'
  /** Changing the plan would silently undo the cancellation, so the reader has to reactivate first. */
  | 'cancelled'
  /** A new subscription must not be a way to avoid the debt. */
  | 'paymentFailed'
  /** Nothing is certain until the dispute is decided. */
  | 'disputed'
  /** PayPal might bill the old plan before the new one is approved. */
  | 'billedSoon'
  | 'samePlan'

/** Returns null if the plan can be changed. Trials, pauses, free months and gifts don't prevent it. */
export function findPlanChangeObstacle(
  record: SubscriptionRecord,
  now: Date,
): PlanChangeObstacle | null {
  const { subscription } = record
  switch (subscription?.state) {
    case undefined:
    case 'ended':
      return 'notSubscribed'
    case 'ending':
      return getNewApproval(record, now) ? null : 'cancelled'
    case 'paymentFailed':
      return getNewApproval(record, now) ? null : 'paymentFailed'
    case 'disputed':
      return 'disputed'
    case 'active':
    case 'paused': {
      const nextPaymentAt = getNextPaymentAt(record)
      const isSoon = !nextPaymentAt || nextPaymentAt.getTime() - now.getTime() < billingNotice
      return isSoon ? 'billedSoon' : null
    }
  }
}

export type PreparedPlanChange = Omit<PlanChange, 'currentState'> & { readonly plan: PlanId }

export function preparePlanChange(
  record: SubscriptionRecord,
  kind: PlanKind,
  now: Date,
): Result<PreparedPlanChange, PlanChangeObstacle> {
  const { subscription } = record
  const obstacle = findPlanChangeObstacle(record, now)
  if (obstacle || !subscription) return fail(obstacle ?? 'notSubscribed')
  const { plan: current, provider: from } = subscription
  // The price class was determined when the reader subscribed, and doesn't change.
  const plan = getPlan(kind, getPriceClassOfPlan(current))
  if (plan === current && !getNewApproval(record, now)) return fail('samePlan')
  const { startsAt } = getStart({ ...record, subscription }, plan === current, now)
  // PayPal accepts only a time in the future.
  const earliest = now.getTime() + hour
  return succeed({
    plan,
    from,
    startsAt: startsAt && toStartTime(new Date(Math.max(startsAt.getTime(), earliest))),
  })
}

/**
 * `startsAt` is the time of the first payment; null for a payment at the approval. A plan that can't be chosen is
 * missing.
 */
export type PlanStarts = Partial<Record<PlanKind, Pick<PreparedPlanChange, 'plan' | 'startsAt'>>>

export function describePlanStarts(stored: SubscriptionRecord, now: Date): PlanStarts {
  const record = advanceRecord(stored, now)
  const starts = planKinds.flatMap((kind) => {
    const prepared = preparePlanChange(record, kind, now)
    if (!prepared.ok) return []
    const { plan, startsAt } = prepared.value
    return [[kind, { plan, startsAt }] as const]
  })
  return Object.fromEntries(starts)
}

/**
 * When the new plan is first billed: at `startsAt`, or now if null. By then, `months` from the time bank will have been
 * used.
 */
type Start = { readonly startsAt: Date | null; readonly months: number }

function getStart(record: Subscriber, isSamePlan: boolean, now: Date): Start {
  const { subscription } = record
  const approval = getNewApproval(record, now)
  if (approval && (isSamePlan || subscription.state !== 'paused')) {
    const months = subscription.state === 'ending' ? countMonths(record.bank) : 0
    return { ...approval, months }
  }
  const nextPaymentAt = getNextPaymentAt(record)
  if (!nextPaymentAt || isMonthly(subscription))
    return { startsAt: nextPaymentAt, months: countSkippedPayments(record) }
  // Months given during a trial have to wait.
  const months = isAwaitingFirstPayment(subscription) ? 0 : countMonths(record.bank)
  return { startsAt: addMonths(nextPaymentAt, months), months }
}

type PlanChangeEvent = EventOf<'providerSynced'> & {
  readonly plan: PlanId
  readonly planChange: PlanChange
}

/** Handles a new subscription that PayPal has activated. If it no longer fits, it's cancelled. */
export function changePlan(
  record: SubscriptionRecord,
  event: PlanChangeEvent,
  now: Date,
): Result<Transition, IgnoredReason> {
  const { subscription } = record
  const { payPalState, plan, isRefused } = event
  const { from, startsAt, currentState } = event.planChange
  const refuse = (reason: SurplusReason) => createSurplusTransition(record, payPalState.id, reason)
  if (payPalState.status !== 'ACTIVE' || subscription?.provider !== from || !currentState)
    return refuse('planChangeOutdated')
  const subscriber = { ...record, subscription }
  const { record: synced } = applyPayPalState(subscriber, { payPalState: currentState }, now)
  if (!isSynced(subscription, synced.subscription!)) return fail('unfinished')
  if (!isStartRight(subscriber, plan, startsAt, now)) return refuse('planChangeOutdated')
  if (isRefused) return refuse('studentAddressInUse')
  if (!startsAt && !payPalState.lastPaymentAt) return fail('unpaid')
  const { list, toEnd } = replaceCurrent(record, now)
  const replacing = { ...subscriber, replaced: list }
  // If a plan is paid for from now on, no time from before remains.
  const { bank } = returnTime(record.bank, subscription, now)
  const change = startsAt
    ? startPlanLater(replacing, event, startsAt, now)
    : startSubscription({ ...replacing, bank }, event, { plan, trialEndsAt: null }, now)
  // The reader has approved the new plan so late that PayPal has charged for time that was paid for or given.
  if ((change.refunds ?? []).length > 0) return refuse('planChangeOutdated')
  const changed = createTransition(record, change, now, payPalState.status)
  return succeed({ ...changed, replaced: toEnd })
}

const isSynced = (stored: Subscription, synced: Subscription) =>
  synced.state === stored.state &&
  synced.paidThrough.getTime() === stored.paidThrough.getTime() &&
  synced.seenPaymentAt?.getTime() === stored.seenPaymentAt?.getTime()

/**
 * Returns whether the start is still right, because the current subscription may have changed since the new one was
 * started.
 */
function isStartRight(record: Subscriber, plan: PlanId, startsAt: Date | null, now: Date): boolean {
  const obstacle = findPlanChangeObstacle(record, now)
  if (obstacle && obstacle !== 'billedSoon') return false
  if (!startsAt) return getNewApproval(record, now)?.startsAt === null
  const { subscription } = record
  const start = getStart(record, plan === subscription.plan, now)
  const wanted = start.startsAt ?? subscription.paidThrough
  return Math.abs(wanted.getTime() - startsAt.getTime()) <= startTolerance
}

/** Continues the same subscription with the new plan, which is unpaid until `startsAt`. */
function startPlanLater(
  record: Subscriber,
  event: PlanChangeEvent,
  startsAt: Date,
  now: Date,
): Change {
  const replaced = replacePlan(record, event, startsAt, now)
  const paid = applyPayments(replaced, replaced.subscription, event, now)
  const email = getUnpaidPrevious(paid.record.subscription!) ? 'planChanged' : 'started'
  return mergeChanges(paid, { record: paid.record, emails: [email] })
}

function replacePlan(
  record: Subscriber,
  { plan, payPalState, sold = null }: PlanChangeEvent,
  startsAt: Date,
  now: Date,
) {
  const { subscription: current } = record
  // Unpaid plans have paid for nothing, so `previous` is still the plan that was paid for.
  const previous = getUnpaidPrevious(current) ?? {
    plan: current.plan,
    provider: current.provider,
    lastPaymentAt: current.lastPaymentAt,
    anchor: current.anchor,
  }
  // A yearly plan's pause ends, because its time is paid for. A pause that skips payments lasts as long as before.
  const unpaused = bankClosedTime(record, now)
  const pause = current.state === 'paused' && isSkippingPause(current) ? current : null
  // After a cancelled subscription, the next one starts when its time is permanently closed.
  const period =
    current.state === 'ending'
      ? cutPeriod(unpaused.bank, current, getCoveredEnd(current))
      : { bank: unpaused.bank, used: pause ? closeByPause(pause, pause.resumesAt) : current.used }
  const { months } = getStart(record, plan === current.plan, now)
  const { bank, taken } = takeMonths(period.bank, months)
  const subscription: Subscription = {
    ...(pause ?? { state: 'active', ...copyCommonFields(current) }),
    plan,
    provider: payPalState.id,
    sold,
    previous,
    anchor: startsAt,
    paidThrough: startsAt,
    billing: null,
    hasSkipped: false,
    used: [...period.used, ...useMonths(taken)],
    lastPaymentAt: null,
    seenPaymentAt: null,
    lostPayments: [],
    // The email about the change already names the next payment.
    remindedAt: now,
  }
  return { ...unpaused, bank, subscription }
}
