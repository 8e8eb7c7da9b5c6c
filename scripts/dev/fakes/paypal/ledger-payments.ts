/** Records the payments of subscriptions. Decides nothing about dates or balances. */
import type { Payment } from './ledger-records.ts'
import { createId, type LedgerState } from './ledger-state.ts'
import type { Subscription } from './subscription-record.ts'

export type Attempt = {
  readonly value: string
  /** ISO 8601. */
  readonly at: string
  /** A payment that was pending keeps its id. */
  readonly pendingId?: string
}

/** In each function, `after` is the subscription as it is once the payment is completed, declined or pending. */
export function createSubscriptionPayments(state: LedgerState) {
  const { payments, emit, save, storeSubscription } = state

  function recordPayment(
    { id: subscription }: Subscription,
    status: Payment['status'],
    { value, at, pendingId = createId(17) }: Attempt,
  ): Payment {
    const payment: Payment = { id: pendingId, subscription, order: null, at, value, status }
    payments.set(payment.id, payment)
    save()
    return payment
  }

  function recordCompleted(after: Subscription, attempt: Attempt): Payment {
    const lastPayment = { at: attempt.at, value: attempt.value }
    const payment = recordPayment(after, 'COMPLETED', attempt)
    const subscription = storeSubscription({ ...after, lastPayment, failedPayments: 0 })
    emit({ type: 'PAYMENT.SALE.COMPLETED', payment, subscription })
    return payment
  }

  function recordPending(after: Subscription, attempt: Attempt): Payment {
    storeSubscription({ ...after, stale: null })
    return recordPayment(after, 'PENDING', attempt)
  }

  return {
    recordCompleted,
    recordPending,

    recordDeclined(after: Subscription, attempt: Attempt, eventType?: string): Payment {
      const payment = recordPayment(after, 'DECLINED', attempt)
      storeSubscription({ ...after, lastFailedAt: attempt.at }, eventType)
      return payment
    },

    /** Charges a card that isn't declined. */
    takePayment: (after: Subscription, attempt: Attempt) =>
      after.isSlow ? recordPending(after, attempt) : recordCompleted(after, attempt),
  }
}

export type SubscriptionPayments = ReturnType<typeof createSubscriptionPayments>
