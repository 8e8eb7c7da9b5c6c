/** Computes how a subscription changes when a date of its schedule is billed, fails or is missed. Stores nothing. */
import { day } from '../../../../src/domain/duration.ts'
import { findNextBillingTime } from './billing-schedule.ts'
import { addValues, multiplyValue } from './payment-value.ts'
import type { Subscription } from './subscription-record.ts'

/** Plans by PayPal's id. `months`: the length of a cycle; `value`: its price. */
export type Plans = Readonly<Record<string, { readonly months: number; readonly value: string }>>

/** Returns the price that PayPal charges on each date. */
export const getPriceAtPayPal = (
  {
    planId,
    quantity,
    overriddenPrice,
  }: Pick<Subscription, 'planId' | 'quantity' | 'overriddenPrice'>,
  plans: Plans,
): string => multiplyValue(overriddenPrice ?? plans[planId]!.value, quantity)

/**
 * Days until a failed payment is tried again, and retries of a date. Source: "Retry failed payments" in
 * PayPal's documentation.
 */
const retryInterval = 5
export const maxRetries = 2

export const toRetryTime = (failedAt: string) =>
  new Date(new Date(failedAt).getTime() + retryInterval * day).toISOString()

export const getDueAt = ({ nextBillingAt, anchorAt }: Subscription) => nextBillingAt ?? anchorAt

export const countFailure = (failed: Subscription): Subscription => ({
  ...failed,
  failedPayments: failed.failedPayments + 1,
})

export function createBillingCycles(plans: Plans) {
  const getPlan = ({ planId }: Subscription) => plans[planId]!
  const getPrice = (subscription: Subscription) => getPriceAtPayPal(subscription, plans)

  /** Includes the balance (`auto_bill_outstanding`), which may already contain the date's own price. */
  const getDueValue = (due: Subscription) =>
    due.isDueInBalance ? due.outstandingBalance : addValues(due.outstandingBalance, getPrice(due))

  function moveToNextDate(due: Subscription): Subscription {
    const { months } = getPlan(due)
    const next = findNextBillingTime(new Date(due.anchorAt), months, new Date(getDueAt(due)))
    const nextBillingAt = next.toISOString()
    return { ...due, nextBillingAt, isDueInBalance: false, failedTries: 0, retryAt: null }
  }

  return {
    getPrice,
    getDueValue,
    moveToNextDate,

    completeCycle: (due: Subscription) =>
      moveToNextDate({ ...due, cyclesCompleted: due.cyclesCompleted + 1 }),

    /** Adds a failed date to the balance, so that it can be captured at once. PayPal retries it too. */
    addDueToBalance: (due: Subscription, failedAt: string): Subscription => ({
      ...countFailure(due),
      outstandingBalance: getDueValue(due),
      isDueInBalance: true,
      failedTries: due.failedTries + 1,
      lastFailedAt: failedAt,
      retryAt: toRetryTime(failedAt),
    }),
  }
}

export type BillingCycles = ReturnType<typeof createBillingCycles>
