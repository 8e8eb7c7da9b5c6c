/**
 * PayPal's charges for the dates of a schedule: by its billing run, on approval and on activation. Each date is
 * charged, missed or in the balance exactly once.
 */
import {
  type BillingCycles,
  countFailure,
  getDueAt,
  maxRetries,
  toRetryTime,
} from './billing-cycle.ts'
import { toBillingTime } from './billing-schedule.ts'
import type { SubscriptionPayments } from './ledger-payments.ts'
import type { LedgerState } from './ledger-state.ts'
import { noValue, toCents } from './payment-value.ts'
import type { Subscription } from './subscription-record.ts'

/** Returns the time of the next attempt, or infinity if there is none. */
function getBillingTime({ status, retryAt, nextBillingAt }: Subscription): number {
  const time = retryAt ?? nextBillingAt
  return status === 'ACTIVE' && time ? new Date(time).getTime() : Number.POSITIVE_INFINITY
}

export function createBilling(
  state: LedgerState,
  cycles: BillingCycles,
  payments: SubscriptionPayments,
  /** Failed payments in a row after which PayPal suspends; 0 for never. */
  failureThreshold: number,
) {
  const { subscriptions, at, now, storeSubscription, getSettings } = state
  const { getPrice, getDueValue, moveToNextDate, completeCycle, addDueToBalance } = cycles

  /** Reports a state for a while, from an instant on. */
  function toStale(
    { cyclesCompleted, lastPayment, nextBillingAt }: Subscription,
    from: string,
  ): Subscription['stale'] {
    const { staleDates } = getSettings()
    if (staleDates === 0) return null
    const until = new Date(new Date(from).getTime() + staleDates).toISOString()
    return { until, nextBillingAt, cyclesCompleted, lastPayment }
  }

  function takeDuePayment(due: Subscription, paidAt: string) {
    const stale = toStale(due, paidAt)
    const after = { ...completeCycle(due), outstandingBalance: noValue, stale }
    payments.takePayment(after, { value: getDueValue(due), at: paidAt })
  }

  function suspendAfterFailures(failed: Subscription) {
    if (failureThreshold === 0 || failed.failedPayments < failureThreshold) return
    storeSubscription({ ...failed, status: 'SUSPENDED', statusChangedAt: at() }, 'SUSPENDED')
  }

  /** Ends a due date that is unpaid after the last attempt. */
  function failDuePayment(due: Subscription, failedAt: string) {
    const attempt = { value: getDueValue(due), at: failedAt }
    const failedTries = due.failedTries + 1
    if (failedTries <= maxRetries) {
      const failed = { ...due, failedTries, retryAt: toRetryTime(failedAt) }
      payments.recordDeclined(failed, attempt, 'PAYMENT.FAILED')
      return
    }
    const counted = due.isDueInBalance ? due : countFailure(due)
    const after = { ...completeCycle(counted), outstandingBalance: attempt.value }
    payments.recordDeclined(after, attempt, 'PAYMENT.FAILED')
    suspendAfterFailures(subscriptions.get(due.id)!)
  }

  function findEarliestDue(): Subscription | null {
    let earliest: Subscription | null = null
    let earliestTime = now().getTime() + 1
    for (const subscription of subscriptions.values()) {
      const time = getBillingTime(subscription)
      if (time >= earliestTime) continue
      earliest = subscription
      earliestTime = time
    }
    return earliest
  }

  /** Handles the dates that have passed since a subscription was suspended. */
  function passMissedDates(found: Subscription): Subscription {
    if (found.status !== 'SUSPENDED') return found
    let current = found
    while (new Date(getDueAt(current)) <= now()) {
      const isMissed = current.nextBillingAt !== null && !current.isDueInBalance
      const isCharged = isMissed && getSettings().missedDates === 'charge'
      const next = current.isDueInBalance ? completeCycle(current) : moveToNextDate(current)
      current = isCharged
        ? { ...next, outstandingBalance: getDueValue(next), missedDates: next.missedDates + 1 }
        : next
    }
    return current === found ? found : storeSubscription(current)
  }

  return {
    passMissedDates,

    /** Returns the first report of a subscription that is billed on approval: today's date, and no cycle. */
    toStaleApproval(approved: Subscription): Subscription['stale'] {
      const today = toBillingTime(new Date(approved.anchorAt)).toISOString()
      return toStale({ ...approved, nextBillingAt: today }, approved.anchorAt)
    },

    /** Bills the first payment. While it's pending or declined, there is no next date. */
    billFirst(approved: Subscription) {
      const attempt = { value: getPrice(approved), at: at() }
      if (approved.isDeclining) {
        payments.recordDeclined(addDueToBalance(approved, attempt.at), attempt)
      } else if (approved.isSlow) payments.recordPending(approved, attempt)
      else {
        const lastPayment = { at: attempt.at, value: attempt.value }
        const stale = approved.stale && { ...approved.stale, lastPayment }
        payments.recordCompleted({ ...completeCycle(approved), stale }, attempt)
      }
    },

    /** Runs PayPal's batch: bills every date until now, in order, each at its own time. */
    runBilling() {
      for (let due = findEarliestDue(); due; due = findEarliestDue()) {
        const billedAt = new Date(getBillingTime(due)).toISOString()
        if (due.isDeclining) failDuePayment(due, billedAt)
        else takeDuePayment(due, billedAt)
      }
      for (const subscription of subscriptions.values()) passMissedDates(subscription)
    },

    /** Bills the next date now, even before it's due. Each failure counts. */
    billNow(found: Subscription, isPaid: boolean) {
      if (isPaid) takeDuePayment(found, at())
      else suspendAfterFailures(storeSubscription(addDueToBalance(found, at()), 'PAYMENT.FAILED'))
    },

    /** Charges all missed dates together, or one date if the balance has been cleared. */
    chargeMissedDates(active: Subscription) {
      const { outstandingBalance } = active
      const value = toCents(outstandingBalance) > 0 ? outstandingBalance : getPrice(active)
      const attempt = { value, at: at() }
      if (active.isDeclining) {
        const failed = { ...countFailure(active), outstandingBalance: value }
        payments.recordDeclined(failed, attempt, 'PAYMENT.FAILED')
      } else payments.takePayment({ ...active, outstandingBalance: noValue }, attempt)
    },
  }
}
