/** Steps that several changes to a record share. */
import { isRunning } from './desired-status.ts'
import type { SubscriptionEmail } from './effect-kinds.ts'
import {
  type CommonName,
  commonNames,
  paymentGracePeriod,
  type Subscriber,
  type Subscription,
  type SubscriptionIn,
  type SubscriptionRecord,
} from './subscription.ts'
import type { Effects } from './subscription-event.ts'
import { placeBank } from './time-bank.ts'
import { getPaidEnd, returnTime } from './used-months.ts'

/** The record after a step, with the step's effects. */
export type Change = { readonly record: SubscriptionRecord } & Partial<Effects>

export const changeSubscriptionOf = (
  record: SubscriptionRecord,
  subscription: Subscription,
  emails: readonly SubscriptionEmail[] = [],
): Change => ({ record: { ...record, subscription }, emails })

export const mergeChanges = (earlier: Change, later: Change): Change => ({
  record: later.record,
  emails: [...(earlier.emails ?? []), ...(later.emails ?? [])],
  giftEmails: [...(earlier.giftEmails ?? []), ...(later.giftEmails ?? [])],
  refunds: [...(earlier.refunds ?? []), ...(later.refunds ?? [])],
  settlements: [...(earlier.settlements ?? []), ...(later.settlements ?? [])],
})

/** Returns when a reader's access other than the time bank's ends; null while a subscription runs. */
function getOtherAccessEnd(record: SubscriptionRecord): Date | null {
  const { subscription, formerAccess, complimentaryUntil } = record
  if (isRunning(subscription)) return null
  const ends = [
    subscription?.state === 'paymentFailed' ? getGraceEnd(subscription) : null,
    subscription?.state === 'ending' ? getPaidEnd(subscription) : null,
    formerAccess && !formerAccess.isDisputed ? formerAccess.until : null,
    complimentaryUntil,
  ]
  return new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)))
}

export const getGraceEnd = ({ paidThrough }: Pick<Subscription, 'paidThrough'>) =>
  new Date(paidThrough.getTime() + paymentGracePeriod)

export const placeTime = (record: SubscriptionRecord, now: Date): SubscriptionRecord =>
  placeBank(record, getOtherAccessEnd(record), now)

/** Returns the time of the current period's payment; null if there was none. */
export const getPaidAt = ({ lastPaymentAt, previous }: Subscription) =>
  lastPaymentAt ?? previous?.lastPaymentAt ?? null

/** Returns when the reader, PayPal or a dispute stopped billing; null if nothing has. */
export const getStoppedAt = (subscription: Subscription): Date | null =>
  'stoppedAt' in subscription ? subscription.stoppedAt : null

export const isEndedUnderpaid = (subscription: Subscription): boolean =>
  'isUnderpaid' in subscription && subscription.isUnderpaid

export const copyCommonFields = (subscription: Subscription) =>
  Object.fromEntries(commonNames.map((name) => [name, subscription[name]])) as Pick<
    Subscription,
    CommonName
  >

/** Handles an overdue payment: access lasts for the grace period, and the reader is notified. */
export function failPayment(
  record: Subscriber,
  cause: SubscriptionIn<'paymentFailed'>['cause'],
  failedAt: Date,
  pause: SubscriptionIn<'paymentFailed'>['pause'] = null,
): Change {
  const common = { ...copyCommonFields(record.subscription), billing: null }
  const details = { cause, failedAt, retry: null, pause }
  const failed: Subscription = { state: 'paymentFailed', ...common, ...details }
  return changeSubscriptionOf(record, failed, ['paymentFailed'])
}

/** Ends the subscription now, and restores the rest of the months that have replaced payments. */
export function endNow(
  record: Subscriber,
  now: Date,
  emails: readonly SubscriptionEmail[] = ['ended'],
): Change {
  const { subscription } = record
  const { bank, used } = returnTime(record.bank, subscription, now)
  const common = { ...copyCommonFields(subscription), used, billing: null }
  const stoppedAt = getStoppedAt(subscription) ?? now
  const isUnderpaid = isEndedUnderpaid(subscription)
  const ended: Subscription = { state: 'ended', ...common, stoppedAt, endedAt: now, isUnderpaid }
  return changeSubscriptionOf({ ...record, bank }, ended, emails)
}
