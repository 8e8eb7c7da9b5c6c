/**
 * Defines all changes that depend on time alone, and when they happen. The cron job, entitlements and forecasts apply
 * these steps in sequence, each at its own time.
 */
import { day } from '../duration.ts'
import { bankClosedTime } from './closed-time.ts'
import {
  countSkippedPayments,
  getNextPaymentAt,
  getPaymentSchedule,
  isBillingStopped,
} from './desired-status.ts'
import { billingNotice, getDueDate, isMonthly } from './due-dates.ts'
import {
  type Change,
  changeSubscriptionOf,
  copyCommonFields,
  endNow,
  failPayment,
  getGraceEnd,
  mergeChanges,
  placeTime,
} from './record-change.ts'
import {
  paymentRetryPeriod,
  type Subscriber,
  type Subscription,
  type SubscriptionIn,
  type SubscriptionRecord,
} from './subscription.ts'
import { getBankEnd, hasGiftTime, takeMonths } from './time-bank.ts'
import { closeByPause, getPaidEnd, useMonths } from './used-months.ts'

/** Milliseconds before a yearly payment, before payments resume, and before a gift ends. */
const reminderLeadTimes = { year: 14 * day, resumption: 7 * day, bank: 7 * day } as const

/** A reminder this long before its date needn't be repeated. */
const reminderValidity = 30 * day

export type Due = {
  readonly at: Date
  readonly event: /** The status at PayPal has to be set, so that the next due date is billed or skipped. */
    | 'decideBilling'
    | 'remindOfPayment'
    | 'resume'
    /** The grace period is over. */
    | 'paymentMissing'
    | 'end'
    | 'remindOfBankEnd'
    | 'bankEnds'
}

const before = (instant: Date, time: number) => new Date(instant.getTime() - time)

const needsReminder = (remindedAt: Date | null, at: Date) =>
  !remindedAt || at.getTime() - remindedAt.getTime() > reminderValidity

function getReminderDue(record: SubscriptionRecord): Date | null {
  const { subscription } = record
  const nextPaymentAt = getNextPaymentAt(record)
  if (!subscription || !nextPaymentAt || !needsReminder(subscription.remindedAt, nextPaymentAt))
    return null
  if (!isMonthly(subscription)) return before(nextPaymentAt, reminderLeadTimes.year)
  return isBillingStopped(record) ? before(nextPaymentAt, reminderLeadTimes.resumption) : null
}

const when = (event: Due['event'], at: Date | null): readonly Due[] => (at ? [{ event, at }] : [])

function listSubscriptionDues(record: SubscriptionRecord): readonly Due[] {
  const { subscription } = record
  switch (subscription?.state) {
    case 'active':
    case 'paused': {
      const { paidThrough } = getPaymentSchedule(subscription)
      const decidedAt = isBillingStopped(record) ? before(paidThrough, billingNotice) : null
      return [
        ...when('remindOfPayment', getReminderDue(record)),
        ...when('decideBilling', decidedAt),
        ...when('resume', subscription.state === 'paused' ? subscription.resumesAt : null),
        ...when('paymentMissing', getGraceEnd({ paidThrough })),
      ]
    }
    case 'ending':
      return when('end', getPaidEnd(subscription))
    case 'paymentFailed':
      return when('end', before(subscription.paidThrough, -paymentRetryPeriod))
    case undefined:
    case 'disputed':
    case 'ended':
      return []
  }
}

function listBankDues({ bank, bankFrom, bankRemindedAt }: SubscriptionRecord): readonly Due[] {
  if (!bankFrom) return []
  const end = getBankEnd(bank, bankFrom)
  const isReminded = hasGiftTime(bank) && needsReminder(bankRemindedAt, end)
  const remindAt = isReminded ? before(end, reminderLeadTimes.bank) : null
  return [...when('remindOfBankEnd', remindAt), ...when('bankEnds', end)]
}

/** Returns the next change that time alone will cause; null if there is none. */
export function nextDue(record: SubscriptionRecord): Due | null {
  const dues = [...listSubscriptionDues(record), ...listBankDues(record)]
  return dues.reduce<Due | null>((first, due) => (first && first.at <= due.at ? first : due), null)
}

/** Uses a month from the time bank instead of the next payment. */
function skipPayment(record: Subscriber): SubscriptionRecord {
  const { subscription } = record
  const { bank, taken } = takeMonths(record.bank, 1)
  return {
    ...record,
    bank,
    subscription: {
      ...subscription,
      paidThrough: getDueDate(subscription, 1),
      hasSkipped: true,
      used: [...subscription.used, ...useMonths(taken)],
    },
  }
}

function decideBilling(record: Subscriber, at: Date): Change {
  const { subscription } = record
  const scheduled = getPaymentSchedule(subscription)
  const isAfterPause = scheduled !== subscription
  const decided = {
    ...scheduled,
    used: isAfterPause ? closeByPause(subscription, scheduled.paidThrough) : subscription.used,
    hasSkipped: subscription.hasSkipped || isAfterPause,
  }
  return countSkippedPayments(record) > 0
    ? { record: skipPayment({ ...record, subscription: decided }) }
    : changeSubscriptionOf(record, { ...decided, billing: { since: at, activeAt: null } })
}

export function resume(record: Subscriber, now: Date): Change {
  const active: Subscription = { state: 'active', ...copyCommonFields(record.subscription) }
  const opened = bankClosedTime(record, now)
  // The `resumed` email already names the next payment.
  return changeSubscriptionOf(opened, { ...active, remindedAt: now }, ['resumed'])
}

/** Returns a planned pause, which begins once the missing payment before it has been made. */
export function getPlannedPause(
  subscription: Subscription,
): SubscriptionIn<'paymentFailed'>['pause'] {
  if (subscription.state !== 'paused') return null
  const { stoppedAt, closesAt, resumesAt } = subscription
  return closesAt > subscription.paidThrough ? { stoppedAt, closesAt, resumesAt } : null
}

function applyEvent(stored: SubscriptionRecord, { event, at }: Due): Change {
  const record = stored as Subscriber
  const { subscription } = record
  switch (event) {
    case 'decideBilling':
      return decideBilling(record, at)
    case 'remindOfPayment':
      return changeSubscriptionOf(record, { ...subscription, remindedAt: at }, ['renewalReminder'])
    case 'resume':
      return resume(record, at)
    case 'paymentMissing': {
      const { paidThrough } = getPaymentSchedule(subscription)
      const pause = getPlannedPause(subscription)
      return failPayment(record, 'missing', paidThrough, pause)
    }
    case 'end':
      return endNow(record, at)
    case 'remindOfBankEnd':
      return { record: { ...record, bankRemindedAt: at }, giftEmails: ['ending'] }
    case 'bankEnds':
      return { record }
  }
}

/** Expects a change that `nextDue` has returned for this record. */
export function applyDue(record: SubscriptionRecord, due: Due): Change {
  const change = applyEvent(record, due)
  return { ...change, record: placeTime(change.record, due.at) }
}

/** Whether a late step's email is still true, so that it isn't sent if a later step has made it untrue. */
function isStillTrue(email: string, record: SubscriptionRecord, now: Date): boolean {
  const state = record.subscription?.state
  switch (email) {
    case 'renewalReminder': {
      const nextPaymentAt = getNextPaymentAt(record)
      return nextPaymentAt !== null && nextPaymentAt > now
    }
    case 'resumed':
      return state === 'active'
    case 'paymentFailed':
      return state === 'paymentFailed'
    default:
      return true
  }
}

/** Applies everything that was due by `now`; null if nothing was. */
export function advance(record: SubscriptionRecord, now: Date): Change | null {
  let change: Change | null = null
  let due = nextDue(record)
  while (due && due.at <= now) {
    const next = applyDue(change?.record ?? record, due)
    change = change ? mergeChanges(change, next) : next
    due = nextDue(change.record)
  }
  if (!change) return null
  const { record: current, emails = [], giftEmails = [] } = change
  const hasBank = current.bankFrom !== null
  return {
    ...change,
    emails: emails.filter((email) => isStillTrue(email, current, now)),
    giftEmails: giftEmails.filter((email) => email !== 'ending' || hasBank),
  }
}

export const advanceRecord = (record: SubscriptionRecord, now: Date): SubscriptionRecord =>
  advance(record, now)?.record ?? record
