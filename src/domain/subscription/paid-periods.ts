/**
 * Which period a payment pays for. A period for which PayPal has taken several payments stays paid until the last of them
 * is returned.
 */
import { getPauseSource } from './closed-time.ts'
import { findPaidPeriod, getDueDate, type Schedule, toPayPalTime } from './due-dates.ts'
import { isSamePayment } from './payments.ts'
import type { PlanId } from './plan.ts'
import type { Subscription, SubscriptionRecord } from './subscription.ts'
import type { EventOf } from './subscription-event.ts'
import { returnShare } from './used-months.ts'

export type PaidPeriod = { readonly from: Date; readonly to: Date }

/** The due dates of another than the current subscription are counted from its first payment. */
export function getPaidPeriod(
  { subscription }: Pick<SubscriptionRecord, 'subscription'>,
  payment: { readonly provider: string; readonly plan: PlanId; readonly at: Date },
  firstPaymentAt: Date,
): PaidPeriod {
  const { provider, plan, at } = payment
  const start = toPayPalTime(firstPaymentAt)
  const schedule: Schedule =
    subscription?.provider === provider ? subscription : { plan, anchor: start, paidThrough: start }
  const count = findPaidPeriod(schedule, at)
  return { from: getDueDate(schedule, count), to: getDueDate(schedule, count + 1) }
}

/** Returns the time of a payment for the same period as the counted one; null if all of them were returned. */
export function findRemainingPayment(
  subscription: Subscription,
  { provider, others = [] }: EventOf<'refunded'>,
): Date | null {
  const { lastPaymentAt } = subscription
  if (provider !== subscription.provider || lastPaymentAt === null) return null
  const period = findPaidPeriod(subscription, lastPaymentAt)
  const remaining = others.filter((at) => findPaidPeriod(subscription, at) === period)
  return remaining.find((at) => isSamePayment(lastPaymentAt, at)) ?? remaining[0] ?? null
}

/** Whether the counted payment is returned, and another one pays for its period. */
export const isReplacedByOther = (subscription: Subscription, event: EventOf<'refunded'>) =>
  isSamePayment(subscription.lastPaymentAt, event.paymentAt) &&
  findRemainingPayment(subscription, event) !== null

/** Counts another payment for the same period. Months for which a share of the returned one was refunded return. */
export function countOtherPayment(
  record: SubscriptionRecord,
  subscription: Subscription,
  paymentAt: Date,
  now: Date,
): SubscriptionRecord {
  const { lastPaymentAt } = subscription
  if (isSamePayment(lastPaymentAt, paymentAt)) return { ...record, subscription }
  const { bank } = returnShare(record.bank, subscription, lastPaymentAt, now)
  // Nothing was returned of the other payment, so its months don't close access.
  const used = subscription.used.filter(
    (use) => use.paymentAt === null || !isSamePayment(lastPaymentAt, use.paymentAt),
  )
  const former = getPauseSource(lastPaymentAt)
  const moved = bank.map((entry) =>
    entry.source === former.source && entry.id === former.id
      ? { ...entry, ...getPauseSource(paymentAt) }
      : entry,
  )
  const counted = { ...subscription, used, lastPaymentAt: paymentAt }
  return { ...record, bank: moved, subscription: counted }
}
