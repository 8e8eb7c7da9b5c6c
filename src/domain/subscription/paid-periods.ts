/**
 * Finds the period for which a payment pays. If PayPal has collected several payments for a period, it stays paid until
 * the last of them is returned. A payment that is disputed, or below the full price, grants no access.
 */
import type { OpenDisputes } from '../open-disputes.ts'
import { getPauseSource } from './closed-time.ts'
import { findPaidPeriod, getDueDate, type Schedule, toPayPalTime } from './due-dates.ts'
import { isSamePayment } from './payments.ts'
import type { PlanId } from './plan.ts'
import { getFullPrice, isFull } from './sold.ts'
import type { Subscriber, Subscription, SubscriptionRecord } from './subscription.ts'
import type { EventOf } from './subscription-event.ts'
import { returnShare } from './used-months.ts'

export type PaidPeriod = { readonly from: Date; readonly to: Date }

/** For a subscription other than the current one, due dates are counted from its first payment. */
export function getPaidPeriod(
  { subscription }: Pick<SubscriptionRecord, 'subscription'>,
  payment: { readonly provider: string; readonly plan: PlanId; readonly at: Date },
  firstPaymentAt: Date,
): PaidPeriod {
  const { provider: payPalSubscription, plan, at } = payment
  const start = toPayPalTime(firstPaymentAt)
  const schedule: Schedule =
    subscription?.provider === payPalSubscription
      ? subscription
      : { plan, anchor: start, paidThrough: start }
  const count = findPaidPeriod(schedule, at)
  return { from: getDueDate(schedule, count), to: getDueDate(schedule, count + 1) }
}

const isAt = (one: Date | null) => (other: Date) => one?.getTime() === other.getTime()

/** Returns whether the payment is the disputed one, which an earlier version didn't store. */
export function isOfDispute(subscription: Subscription, paymentAt: Date): boolean {
  if (subscription.state !== 'disputed') return false
  const { disputes } = subscription
  return disputes.length === 0 || listOtherDisputes(disputes, paymentAt).length < disputes.length
}

export const listOtherDisputes = (disputes: OpenDisputes, paymentAt: Date): OpenDisputes =>
  disputes.filter((one) => one.paymentAt !== null && !isAt(one.paymentAt)(paymentAt))

/** Adds a payment only once, because PayPal may report a lost dispute several times. */
export const addLostPayment = (
  subscription: Subscription,
  { paymentAt, isLost = false }: EventOf<'refunded'>,
): Subscription =>
  isLost && !subscription.lostPayments.some(isAt(paymentAt))
    ? { ...subscription, lostPayments: [...subscription.lostPayments, paymentAt] }
    : subscription

/**
 * Returns the time of a payment for the same period as the counted one; null if all of them were returned. Returns the
 * disputed payment only if no other is left.
 */
export function findRemainingPayment(
  subscription: Subscription,
  { provider: payPalSubscription, others = [] }: EventOf<'refunded'>,
): Date | null {
  const { lastPaymentAt, lostPayments, sold, plan } = subscription
  if (payPalSubscription !== subscription.provider || lastPaymentAt === null) return null
  const period = findPaidPeriod(subscription, lastPaymentAt)
  const fullPrice = sold && getFullPrice(sold, plan)
  const remaining = others
    .filter(({ minorUnits }) => isFull(minorUnits, fullPrice))
    .map(({ at }) => at)
    .filter((at) => findPaidPeriod(subscription, at) === period && !lostPayments.some(isAt(at)))
  const disputes = subscription.state === 'disputed' ? subscription.disputes : []
  const undisputed = remaining.filter((at) => !disputes.some((one) => isAt(one.paymentAt)(at)))
  const counted = undisputed.find((at) => isSamePayment(lastPaymentAt, at))
  return counted ?? undisputed[0] ?? remaining[0] ?? null
}

/** Returns whether the counted payment was returned and another one pays for its period. */
export const isReplacedByOther = (subscription: Subscription, event: EventOf<'refunded'>) =>
  isSamePayment(subscription.lastPaymentAt, event.paymentAt) &&
  findRemainingPayment(subscription, event) !== null

/**
 * Returns whether the plan before an unpaid new one stays paid for even though one of its earlier payments is returned.
 */
export function isPreviousPaid(
  { provider: payPalSubscription, previous, lostPayments }: Subscription,
  { provider: refunded, paymentAt, others = [] }: EventOf<'refunded'>,
): boolean {
  const paidAt = previous?.lastPaymentAt ?? null
  return (
    refunded !== payPalSubscription &&
    !isSamePayment(paidAt, paymentAt) &&
    others.some(({ at }) => isSamePayment(paidAt, at) && !lostPayments.some(isAt(at)))
  )
}

/**
 * Counts another payment for the same period. Months for which a share of the returned payment was refunded are
 * restored.
 */
export function countOtherPayment(record: Subscriber, paymentAt: Date): Subscriber {
  const { subscription } = record
  const { lastPaymentAt } = subscription
  if (isSamePayment(lastPaymentAt, paymentAt)) return record
  const { bank } = returnShare(record.bank, subscription, lastPaymentAt, null)
  // No part of the other payment was returned, so its months don't close access.
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
