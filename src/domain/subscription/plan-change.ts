/**
 * Changing plan, and continuing by a new approval. The reader approves a new subscription at PayPal, which is first billed
 * when the time that is paid or given ends. As soon as it's active there, it replaces the current one in the record.
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

/** Milliseconds by which the first payment may differ from the one that we want. */
const startTolerance = 48 * hour

export type PlanChangeObstacle =
  /** There is nothing to change: the reader can subscribe to any plan. */
  | 'notSubscribed'
  /** Another plan would undo the cancellation without saying so: the reader reactivates first. */
  | 'cancelled'
  /** A new subscription must not be a way around the debt. */
  | 'paymentFailed'
  /** Nothing is certain until the dispute is decided. */
  | 'disputed'
  /** PayPal might bill the old plan before the new one is approved. */
  | 'billedSoon'
  | 'samePlan'

/** Returns null if the plan can be changed. Trials, pauses, free months and gifts are no obstacle. */
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
  // The price class was decided when the reader subscribed, and doesn't change.
  const plan = getPlan(kind, getPriceClassOfPlan(current))
  if (plan === current && !getNewApproval(record, now)) return fail('samePlan')
  const { startsAt } = getStart({ ...record, subscription }, plan === current, now)
  // PayPal accepts only a future time.
  const earliest = now.getTime() + hour
  return succeed({
    plan,
    from,
    startsAt: startsAt && toStartTime(new Date(Math.max(startsAt.getTime(), earliest))),
  })
}

/** `startsAt`: its first payment; null for one at the approval. A plan that can't be chosen is missing. */
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

/** The new plan is billed first at `startsAt`, or now. By then, `months` from the bank are used. */
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
  // Months that were given during a trial wait.
  const months = isAwaitingFirstPayment(subscription) ? 0 : countMonths(record.bank)
  return { startsAt: addMonths(nextPaymentAt, months), months }
}

type PlanChangeEvent = EventOf<'providerSynced'> & {
  readonly plan: PlanId
  readonly planChange: PlanChange
}

/** PayPal has activated the new subscription. One that no longer fits is cancelled. */
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
  // A plan that is paid from now on leaves nothing to use of the time before.
  const { bank } = returnTime(record.bank, subscription, now)
  const change = startsAt
    ? startPlanLater(replacing, event, startsAt, now)
    : startSubscription({ ...replacing, bank }, event, { plan, trialEndsAt: null }, now)
  // The reader has approved it so late that PayPal has charged for time that was paid or given.
  if ((change.refunds ?? []).length > 0) return refuse('planChangeOutdated')
  const changed = createTransition(record, change, now, payPalState.status)
  return succeed({ ...changed, replaced: toEnd })
}

const isSynced = (stored: Subscription, synced: Subscription) =>
  synced.state === stored.state &&
  synced.paidThrough.getTime() === stored.paidThrough.getTime() &&
  synced.seenPaymentAt?.getTime() === stored.seenPaymentAt?.getTime()

/** The current subscription may have changed since the new one was started. */
function isStartRight(record: Subscriber, plan: PlanId, startsAt: Date | null, now: Date): boolean {
  const obstacle = findPlanChangeObstacle(record, now)
  if (obstacle && obstacle !== 'billedSoon') return false
  if (!startsAt) return getNewApproval(record, now)?.startsAt === null
  const { subscription } = record
  const start = getStart(record, plan === subscription.plan, now)
  const wanted = start.startsAt ?? subscription.paidThrough
  return Math.abs(wanted.getTime() - startsAt.getTime()) <= startTolerance
}

/** The same subscription goes on with the new plan, which is unpaid until `startsAt`. */
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
  // Unpaid plans have paid for nothing, so `previous` stays the one that was paid.
  const previous = getUnpaidPrevious(current) ?? {
    plan: current.plan,
    provider: current.provider,
    lastPaymentAt: current.lastPaymentAt,
    anchor: current.anchor,
  }
  // A yearly pause ends: its time is paid. One that skips payments lasts as long as before.
  const unpaused = bankClosedTime(record, now)
  const pause = current.state === 'paused' && isSkippingPause(current) ? current : null
  // A cancelled subscription's next one begins where its time is closed for good.
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
    // The email already names the next payment.
    remindedAt: now,
  }
  return { ...unpaused, bank, subscription }
}
