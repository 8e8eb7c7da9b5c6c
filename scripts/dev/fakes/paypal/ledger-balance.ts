/** The outstanding balance and pending payments. An amount is in the balance, in a pending payment, or paid. */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { type BillingCycles, countFailure } from './billing-cycle.ts'
import type { SubscriptionPayments } from './ledger-payments.ts'
import type { Payment } from './ledger-records.ts'
import type { LedgerError, LedgerState } from './ledger-state.ts'
import { addValues, subtractValue, toCents } from './payment-value.ts'
import type { Subscription } from './subscription-record.ts'

export function createBalance(
  { at, storeSubscription }: LedgerState,
  { completeCycle, addDueToBalance }: BillingCycles,
  payments: SubscriptionPayments,
) {
  const completeFailedDate = (found: Subscription) =>
    found.isDueInBalance ? completeCycle(found) : found

  return {
    /** `value`: null for the whole balance. */
    captureBalance(found: Subscription, value: string | null): Result<Payment, LedgerError> {
      const { outstandingBalance } = found
      if (toCents(outstandingBalance) === 0) return fail('ZERO_OUTSTANDING_BALANCE')
      const attempt = { value: value ?? outstandingBalance, at: at() }
      if (toCents(attempt.value) > toCents(outstandingBalance))
        return fail('AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE')
      if (found.isDeclining) return succeed(payments.recordDeclined(countFailure(found), attempt))
      const rest = subtractValue(outstandingBalance, attempt.value)
      const after = { ...completeFailedDate(found), outstandingBalance: rest, stale: null }
      return succeed(payments.takePayment(after, attempt))
    },

    /** Lowers the balance: PayPal refuses to raise it. */
    setBalance(found: Subscription, value: string): Result<Subscription, LedgerError> {
      const difference = toCents(found.outstandingBalance) - toCents(value)
      if (difference < 0) return fail('AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE')
      if (difference === 0) return succeed(found)
      const after = { ...completeFailedDate(found), outstandingBalance: value }
      return succeed(storeSubscription(after, 'UPDATED'))
    },

    /** A pending amount that is denied becomes outstanding. */
    completePending({ id, value }: Payment, found: Subscription, isPaid: boolean): Payment {
      const attempt = { value, at: at(), pendingId: id }
      const isFirst = found.nextBillingAt === null && found.cyclesCompleted === 0
      if (isPaid) return payments.recordCompleted(isFirst ? completeCycle(found) : found, attempt)
      if (isFirst) return payments.recordDeclined(addDueToBalance(found, attempt.at), attempt)
      const outstandingBalance = addValues(found.outstandingBalance, value)
      return payments.recordDeclined({ ...countFailure(found), outstandingBalance }, attempt)
    },
  }
}
