/** The part of a yearly payment that is returned for months from the time bank. Amounts are in minor units. */
import { bankClosedTime } from './closed-time.ts'
import { isMonthly } from './due-dates.ts'
import { getPeriodMonths, type PlanId } from './plan.ts'
import { getSoldPrice } from './sold.ts'
import type { Subscription, SubscriptionRecord } from './subscription.ts'
import { countMonths } from './time-bank.ts'

/** Rounds up to the cent, in the reader's favour. All months of a period together cost its whole price. */
export const getMonthsShare = (price: number, plan: PlanId, months: number): number =>
  Math.ceil((price * months) / getPeriodMonths(plan))

/**
 * Counts the months in the time bank that reduce the next payment. For a monthly plan, they replace payments instead.
 */
export function countSharedMonths({ subscription, bank }: SubscriptionRecord): number {
  return subscription && !isMonthly(subscription)
    ? Math.min(countMonths(bank), getPeriodMonths(subscription.plan))
    : 0
}

/**
 * Returns the next payment of a running subscription, less the share for months in its time bank, including those
 * restored by a pause.
 */
export function getSharedPrice(record: SubscriptionRecord): number {
  const { subscription } = record
  if (!subscription) return 0
  const opened =
    subscription.state === 'paused'
      ? bankClosedTime({ ...record, subscription }, subscription.resumesAt)
      : record
  return getReducedPrice(subscription, countSharedMonths(opened))
}

/** Returns a payment less the share for months from the time bank. */
export function getReducedPrice(subscription: Subscription, months: number): number {
  const price = getSoldPrice(subscription)
  return price - getMonthsShare(price, subscription.plan, months)
}
