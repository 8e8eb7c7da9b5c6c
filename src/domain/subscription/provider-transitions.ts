/** Applies PayPal's state to a stored subscription: payments, status, refunds and disputes. */
import { bankClosedTime, getPauseSource } from './closed-time.ts'
import { getDesiredStatus, isEndedAtProvider, isSkippingPause } from './desired-status.ts'
import {
  correctDates,
  dateTolerance,
  getDueDate,
  isBillingNear,
  isMonthly,
  toPayPalTime,
} from './due-dates.ts'
import { applyPayments, isSamePayment } from './payments.ts'
import { getPeriodEnd, type PlanId } from './plan.ts'
import type { ProviderPayment, ProviderSubscription } from './provider-subscription.ts'
import { endAtPeriodEnd } from './reader-transitions.ts'
import {
  type Change,
  changeSubscriptionOf,
  copyCommonFields,
  endNow,
  getPaidAt,
  getStoppedAt,
  mergeChanges,
} from './record-change.ts'
import type { Subscription, SubscriptionIn, SubscriptionRecord } from './subscription.ts'
import type { ReversalEvent } from './subscription-event.ts'
import { removeSource, suspendSource } from './time-bank.ts'
import {
  getPaidEnd,
  returnShare,
  returnUnusedTime,
  takeShareBack,
  useMonths,
} from './used-months.ts'

const day = 24 * 60 * 60 * 1000

type Running = SubscriptionRecord & { readonly subscription: Subscription }

export function applyProviderState(
  record: Running,
  providerState: ProviderSubscription,
  payments: readonly ProviderPayment[],
  now: Date,
): Change {
  const { subscription } = record
  const paid = applyPayments(record, subscription, providerState, payments, now)
  return mergeChanges(paid, applyProviderStatus(paid.record, providerState, payments, now))
}

function applyProviderStatus(
  record: SubscriptionRecord,
  providerState: ProviderSubscription,
  payments: readonly ProviderPayment[],
  now: Date,
): Change {
  const subscription = record.subscription!
  const isEnded = isEndedAtProvider(providerState.status)
  switch (subscription.state) {
    case 'ended':
      return { record }
    case 'disputed':
      return isEnded && !subscription.isFinal
        ? changeSubscriptionOf(record, { ...subscription, wasStopped: true, isFinal: true })
        : { record }
    case 'paymentFailed': {
      if (isEnded) return endAtPeriodEnd(record, subscription, now, true)
      const isDeclined = isFailing(subscription, providerState)
      return isDeclined && subscription.cause === 'missing'
        ? changeSubscriptionOf(record, { ...subscription, cause: 'declined' })
        : { record }
    }
    case 'ending':
    case 'paused':
      return isEnded ? endAtPeriodEnd(record, subscription, now, true) : { record }
    case 'active':
      return isEnded
        ? endAtPeriodEnd(record, subscription, now, true)
        : applyActiveStatus(record, subscription, providerState, payments, now)
  }
}

function applyActiveStatus(
  record: SubscriptionRecord,
  subscription: SubscriptionIn<'active'>,
  providerState: ProviderSubscription,
  payments: readonly ProviderPayment[],
  now: Date,
): Change {
  if (getDesiredStatus(record) !== 'ACTIVE') return { record }
  const { status } = providerState
  const { billing } = subscription
  const isSeen = status === 'ACTIVE' && billing !== null && billing.activeAt === null
  const active = isSeen ? { ...subscription, billing: { ...billing, activeAt: now } } : subscription
  const seen = changeSubscriptionOf(record, active)
  if (!record.isReconciled) return seen
  if (isFailing(active, providerState)) return failPayment(record, providerState, now)
  // A suspension at PayPal counts as a cancellation.
  if (status === 'SUSPENDED') return endAtPeriodEnd(record, active, now, false)
  return payments.some(({ isPending }) => isPending)
    ? seen
    : compareDates(record, active, providerState, now)
}

/** PayPal counts a failure only after its last retry. */
function isFailing(
  { paidThrough }: Subscription,
  { failedPayments, lastFailedAt, lastPaymentAt }: ProviderSubscription,
): boolean {
  const isRetried =
    lastFailedAt !== null &&
    lastFailedAt.getTime() >= paidThrough.getTime() - dateTolerance &&
    !(lastPaymentAt && lastPaymentAt >= lastFailedAt)
  return failedPayments > 0 || isRetried
}

function failPayment(
  record: SubscriptionRecord,
  { lastFailedAt }: ProviderSubscription,
  now: Date,
): Change {
  const common = { ...copyCommonFields(record.subscription!), billing: null }
  const failedAt = lastFailedAt ?? now
  const cause = { cause: 'declined', failedAt, retry: null, pause: null } as const
  const failed = { state: 'paymentFailed', ...cause } as const
  return changeSubscriptionOf(record, { ...failed, ...common }, ['paymentFailed'])
}

/** PayPal's date is compared, and moves ours by days at most. A much later one means that it has skipped a payment. */
function compareDates(
  record: SubscriptionRecord,
  subscription: SubscriptionIn<'active'>,
  { nextBillingAt }: ProviderSubscription,
  now: Date,
): Change {
  const { paidThrough } = subscription
  const isLater =
    nextBillingAt !== null && nextBillingAt.getTime() > paidThrough.getTime() + dateTolerance
  // A payment that PayPal has just taken may not be listed yet.
  const isJustDue = now >= paidThrough && now.getTime() < paidThrough.getTime() + day
  if (!isLater || isJustDue)
    return changeSubscriptionOf(record, correctDates(subscription, nextBillingAt, now))
  return isOwnDelay(subscription, nextBillingAt)
    ? changeSubscriptionOf(record, grantDelay(subscription))
    : changeSubscriptionOf(
        record,
        {
          state: 'paymentFailed',
          ...copyCommonFields(subscription),
          billing: null,
          cause: 'missing',
          failedAt: now,
          retry: null,
          pause: null,
        },
        ['paymentFailed'],
      )
}

/** We have activated it after the due date, and PayPal bills the next one. Granted once in a row. */
function isOwnDelay(subscription: Subscription, nextBillingAt: Date): boolean {
  const { billing, used, paidThrough } = subscription
  const difference = nextBillingAt.getTime() - getDueDate(subscription, 1).getTime()
  return (
    isMonthly(subscription) &&
    billing?.activeAt != null &&
    billing.activeAt > paidThrough &&
    Math.abs(difference) <= dateTolerance &&
    !used.some(({ source }) => source === 'delay')
  )
}

const grantDelay = (subscription: SubscriptionIn<'active'>): Subscription => ({
  ...subscription,
  paidThrough: getDueDate(subscription, 1),
  used: [...subscription.used, ...useMonths([{ source: 'delay', id: '', months: 1 }])],
})

/** Expects a paid subscription or a trial. */
export function startSubscription(
  record: SubscriptionRecord,
  providerState: ProviderSubscription,
  { plan, trialEndsAt }: { readonly plan: PlanId; readonly trialEndsAt: Date | null },
  now: Date,
): Change {
  const { id: provider, lastPaymentAt, lastPaymentMinorUnits: paid } = providerState
  // PayPal counts from the American date on which it takes the first payment.
  const anchor = lastPaymentAt ? toPayPalTime(lastPaymentAt) : (trialEndsAt ?? now)
  const active: SubscriptionIn<'active'> = {
    state: 'active',
    plan,
    provider,
    anchor,
    paidThrough: lastPaymentAt ? getPeriodEnd(plan, anchor) : anchor,
    lastPaymentAt,
    seenPaymentAt: lastPaymentAt,
    trialEndsAt,
    // The `started` email already names the next payment.
    remindedAt: now,
    billing: null,
    hasSkipped: false,
    used: [],
    previous: null,
  }
  const started: Change = {
    ...changeSubscriptionOf(
      { ...record, isReconciled: true },
      correctDates(active, providerState.nextBillingAt, now),
      ['started'],
    ),
    settlements: lastPaymentAt ? [{ provider, at: lastPaymentAt, plan, months: 0, paid }] : [],
  }
  // The payer may have cancelled it at PayPal before we recorded the payment.
  return mergeChanges(started, applyProviderStatus(started.record, providerState, [], now))
}

/** Null if nothing changes. */
export function applyReversal(
  record: SubscriptionRecord,
  subscription: Subscription,
  event: ReversalEvent,
  now: Date,
): Change | null {
  switch (event.kind) {
    case 'refunded':
      return applyRefund(record, subscription, event.paymentAt, now)
    case 'disputed':
      return applyDispute(record, subscription, now)
    case 'disputeWon':
      return subscription.state === 'disputed' ? winDispute(record, subscription, now) : null
  }
}

/** Null if no months were used for the payment. */
export function refuseShare(
  record: SubscriptionRecord,
  subscription: Subscription,
  paymentAt: Date,
  now: Date,
): Change | null {
  const isShare = ({ state, paymentAt: paidAt }: Subscription['used'][number]) =>
    state !== 'returned' && isSamePayment(paidAt, paymentAt)
  if (!subscription.used.some(isShare)) return null
  const { bank } = returnShare(record.bank, subscription, getPaidAt(subscription), now)
  const used = subscription.used.filter((use) => !isShare(use))
  return changeSubscriptionOf({ ...record, bank }, { ...subscription, used })
}

function applyRefund(
  record: SubscriptionRecord,
  subscription: Subscription,
  paymentAt: Date,
  now: Date,
): Change | null {
  const { lastPaymentAt, previous } = subscription
  const isCountedPayment = isSamePayment(
    lastPaymentAt ?? previous?.lastPaymentAt ?? null,
    paymentAt,
  )
  switch (subscription.state) {
    case 'active':
    case 'ending':
    case 'paused':
    case 'paymentFailed': {
      if (!isCountedPayment) return null
      const returned = returnShare(record.bank, subscription, getPaidAt(subscription), now)
      const left = { ...subscription, used: returned.used }
      // The email names the payment for the current period.
      const ended = endNow({ ...record, bank: returned.bank }, left, now, ['refunded'])
      return dropPauseTime(ended, getPaidAt(subscription))
    }
    // The disputed payment was refunded, whichever payment it was. Months were returned before.
    case 'disputed': {
      const ended = endNow(record, subscription, now, [isCountedPayment ? 'refunded' : 'ended'])
      return dropPauseTime(ended, getPaidAt(subscription))
    }
    case 'ended':
      return null
  }
}

/** The time that a pause has closed was paid by the payment that was returned. */
const dropPauseTime = (change: Change, paidAt: Date | null): Change => ({
  ...change,
  record: { ...change.record, bank: removeSource(change.record.bank, getPauseSource(paidAt)) },
})

/** The reader can use the months that didn't replace the disputed payment. */
function applyDispute(
  record: SubscriptionRecord,
  subscription: Subscription,
  now: Date,
): Change | null {
  switch (subscription.state) {
    case 'active':
    case 'ending':
    case 'paused':
    case 'paymentFailed': {
      const opened =
        subscription.state === 'paused' ? bankClosedTime(record, subscription, now) : record
      const share = returnShare(opened.bank, subscription, getPaidAt(subscription), now)
      const left = { ...subscription, used: share.used }
      const { bank, used } = returnUnusedTime(share.bank, left, now)
      const disputed: Subscription = {
        state: 'disputed',
        ...copyCommonFields(subscription),
        used,
        billing: null,
        stoppedAt: getStoppedAt(subscription) ?? now,
        wasStopped: subscription.state === 'ending' || isSkippingPause(subscription),
        isFinal: subscription.state === 'ending' && subscription.isFinal,
      }
      const suspended = suspendSource(bank, getPauseSource(getPaidAt(subscription)), true)
      return changeSubscriptionOf({ ...opened, bank: suspended }, disputed)
    }
    case 'disputed':
    case 'ended':
      return null
  }
}

/** PayPal may have skipped a date during the dispute. Then the reader approves a new subscription. */
function winDispute(
  record: SubscriptionRecord,
  subscription: SubscriptionIn<'disputed'>,
  now: Date,
): Change {
  const paidAt = getPaidAt(subscription)
  const paused = suspendSource(record.bank, getPauseSource(paidAt), false)
  const { bank, used } = takeShareBack(paused, subscription, paidAt)
  const common = { ...copyCommonFields(subscription), used, remindedAt: now }
  if (subscription.wasStopped) {
    const { stoppedAt, isFinal } = subscription
    const ending: Subscription = { state: 'ending', ...common, stoppedAt, isFinal }
    const left = { ...record, bank }
    return getPaidEnd(ending) <= now
      ? endNow(left, ending, now)
      : changeSubscriptionOf(left, ending)
  }
  const next: Subscription = isBillingNear(subscription, now)
    ? {
        state: 'paymentFailed',
        ...common,
        cause: 'missing',
        failedAt: now,
        retry: null,
        pause: null,
      }
    : { state: 'active', ...common }
  const email = next.state === 'active' ? 'resumed' : 'paymentFailed'
  return changeSubscriptionOf({ ...record, bank }, next, [email])
}
