/**
 * PayPal's subscriptions and, with their payments, orders, refunds and disputes, the whole ledger. Time passes only
 * when `runBilling` is called. Independent of HTTP.
 */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { payPalStatuses } from '../../../../src/domain/subscription/paypal-subscription.ts'
import { createBillingCycles, type Plans } from './billing-cycle.ts'
import { toBillingTime } from './billing-schedule.ts'
import { createBalance } from './ledger-balance.ts'
import { createBilling } from './ledger-billing.ts'
import { createMovements } from './ledger-movements.ts'
import { createOrders } from './ledger-orders.ts'
import { createSubscriptionPayments } from './ledger-payments.ts'
import { type ImportedSubscription, importedSchema, type Payment } from './ledger-records.ts'
import { createRefunds } from './ledger-refunds.ts'
import { createId, type LedgerError, openLedgerState } from './ledger-state.ts'
import { noValue } from './payment-value.ts'
import { toReported } from './reported-subscription.ts'
import type { Payer, Subscription } from './subscription-record.ts'

export function openLedger({
  plans,
  failureThreshold = 3,
  ...options
}: {
  readonly plans: Plans
  /** The number of successive failed payments after which PayPal suspends; 0 for never. */
  readonly failureThreshold?: number
} & Parameters<typeof openLedgerState>[0]) {
  const state = openLedgerState(options)
  const { subscriptions, payments, at, now, storeSubscription } = state
  const cycles = createBillingCycles(plans)
  const subscriptionPayments = createSubscriptionPayments(state)
  const billing = createBilling(state, cycles, subscriptionPayments, failureThreshold)
  const balance = createBalance(state, cycles, subscriptionPayments)
  const orders = createOrders(state)
  const refunds = createRefunds(state)

  function setStatus(subscription: Subscription, status: Subscription['status']): Subscription {
    return { ...subscription, status, statusChangedAt: at() }
  }

  function findSubscription(id: string): Result<Subscription, LedgerError> {
    const found = subscriptions.get(id)
    return found ? succeed(billing.passMissedDates(found)) : fail('INVALID_RESOURCE_ID')
  }

  function changeStatus(
    id: string,
    from: readonly Subscription['status'][],
    to: (found: Subscription) => Subscription,
  ): Result<Subscription, LedgerError> {
    const found = findSubscription(id)
    if (!found.ok) return found
    if (!from.includes(found.value.status)) return fail('SUBSCRIPTION_STATUS_INVALID')
    return succeed(to(found.value))
  }

  return {
    ...orders,
    ...refunds,
    ...createMovements(state),
    runBilling: billing.runBilling,
    getSettings: state.getSettings,
    setMissedDates: state.setMissedDates,
    setStaleDates: state.setStaleDates,

    /** Returns what PayPal reports, which can be older than what `list` contains. */
    find(id: string): Result<Subscription, LedgerError> {
      const found = findSubscription(id)
      return found.ok ? succeed(toReported(found.value, now())) : found
    },
    list: () => [...subscriptions.values()].map(billing.passMissedDates).toReversed(),
    payment: (id: string) => payments.get(id) ?? null,
    /** Returns the payments of a subscription or an order. */
    paymentsOf: (id: string, from: Date, to: Date) =>
      [...payments.values()].filter((payment) => {
        const time = new Date(payment.at)
        return [payment.subscription, payment.order].includes(id) && time >= from && time <= to
      }),

    create(
      order: Pick<Subscription, 'planId' | 'customId' | 'startsAt' | 'returnUrl' | 'cancelUrl'>,
      requestId: string | null,
    ): Result<{ readonly subscription: Subscription; readonly isNew: boolean }, LedgerError> {
      if (!plans[order.planId]) return fail('INVALID_RESOURCE_ID')
      const earlier = subscriptions.get(state.findRequest('subscription', requestId) ?? '')
      if (earlier) return succeed({ subscription: earlier, isNew: false })
      const id = `I-${createId(12)}`
      state.rememberRequest('subscription', requestId, id)
      const subscription = storeSubscription(
        {
          id,
          ...order,
          quantity: 1,
          overriddenPrice: null,
          status: 'APPROVAL_PENDING',
          statusChangedAt: at(),
          createdAt: at(),
          payer: null,
          anchorAt: order.startsAt ?? at(),
          nextBillingAt: null,
          cyclesCompleted: 0,
          lastPayment: null,
          outstandingBalance: noValue,
          isDueInBalance: false,
          failedPayments: 0,
          lastFailedAt: null,
          failedTries: 0,
          retryAt: null,
          missedDates: 0,
          stale: null,
          isDeclining: false,
          isSlow: false,
        },
        'CREATED',
      )
      return succeed({ subscription, isNew: true })
    },

    importSubscription(imported: ImportedSubscription) {
      const complete = importedSchema.parse(imported)
      for (const payment of complete.payments) payments.set(payment.id, payment)
      for (const payment of complete.disputes) refunds.importDispute(payment)
      storeSubscription(complete.subscription)
    },

    /** PayPal activates the subscription first, and charges the payment afterwards. */
    approve: (id: string, payer: Payer) =>
      changeStatus(id, ['APPROVAL_PENDING'], (found) => {
        const startsAt = new Date(found.startsAt ?? 0)
        const isLater = startsAt > now()
        const anchorAt = isLater ? startsAt.toISOString() : at()
        const approved = { ...setStatus(found, 'ACTIVE'), payer, anchorAt }
        const firstBilling = toBillingTime(startsAt)
        if (isLater && firstBilling > now()) {
          const active = storeSubscription(approved, 'ACTIVATED')
          return storeSubscription({ ...active, nextBillingAt: firstBilling.toISOString() })
        }
        const stale = billing.toStaleApproval(approved)
        billing.billFirst(storeSubscription({ ...approved, stale }, 'ACTIVATED'))
        return subscriptions.get(id)!
      }),

    /**
     * Applies a change that a buyer makes in a browser, and approves. The change applies from the next date on. Every
     * plan is of the same product. An overridden price isn't carried forward.
     */
    revise(
      id: string,
      change: {
        readonly planId?: string | undefined
        readonly quantity?: number | undefined
        readonly overriddenPrice?: string | null | undefined
      },
    ): Result<Subscription, LedgerError> {
      if (change.planId !== undefined && !plans[change.planId]) return fail('INVALID_RESOURCE_ID')
      return changeStatus(id, ['ACTIVE', 'SUSPENDED'], (found) => {
        const { planId = found.planId, quantity = found.quantity, overriddenPrice = null } = change
        const revised = { ...found, planId, quantity, overriddenPrice }
        return storeSubscription(revised, 'UPDATED')
      })
    },

    suspend: (id: string) =>
      changeStatus(id, ['ACTIVE'], (found) =>
        storeSubscription({ ...setStatus(found, 'SUSPENDED') }, 'SUSPENDED'),
      ),

    /** Resumes with the first date in the future; earlier dates are skipped or charged as `setMissedDates` says. */
    activate: (id: string) =>
      changeStatus(id, ['SUSPENDED'], (found) => {
        const isCharged = found.missedDates > 0
        const counts = { failedPayments: 0, failedTries: 0, missedDates: 0 }
        const active = storeSubscription(
          { ...setStatus(found, 'ACTIVE'), ...counts, retryAt: null, stale: null },
          'ACTIVATED',
        )
        if (isCharged) billing.chargeMissedDates(active)
        return subscriptions.get(id)!
      }),

    cancel: (id: string) =>
      changeStatus(id, ['ACTIVE', 'SUSPENDED'], (found) =>
        storeSubscription({ ...setStatus(found, 'CANCELLED'), nextBillingAt: null }, 'CANCELLED'),
      ),

    /** Bills the next date at once, even with a declined card. `runBilling` bills due payments. */
    billSubscription: (id: string, isPaid: boolean) =>
      changeStatus(id, ['ACTIVE'], (found) => {
        billing.billNow(found, isPaid)
        return subscriptions.get(id)!
      }),

    /** Captures the outstanding balance, or a part of it. */
    capture(
      id: string,
      requestId: string | null,
      value: string | null = null,
    ): Result<Payment, LedgerError> {
      const earlier = payments.get(state.findRequest('balance', requestId) ?? '')
      if (earlier) return succeed(earlier)
      const found = findSubscription(id)
      if (!found.ok) return found
      const { status } = found.value
      if (status !== 'ACTIVE' && status !== 'SUSPENDED') return fail('SUBSCRIPTION_STATUS_INVALID')
      const captured = balance.captureBalance(found.value, value)
      if (captured.ok) state.rememberRequest('balance', requestId, captured.value.id)
      state.save()
      return captured
    },

    lowerBalance(id: string, value: string): Result<Subscription, LedgerError> {
      const found = findSubscription(id)
      if (!found.ok) return found
      const { status } = found.value
      if (status !== 'ACTIVE' && status !== 'SUSPENDED') return fail('SUBSCRIPTION_STATUS_INVALID')
      return balance.setBalance(found.value, value)
    },

    /** Sets whether payments stay pending. */
    setSlow: (id: string, isSlow: boolean) =>
      changeStatus(id, payPalStatuses, (found) => storeSubscription({ ...found, isSlow })),

    /** Completes or denies a pending payment. */
    complete(paymentId: string, isPaid: boolean): Result<Payment, LedgerError> {
      const payment = payments.get(paymentId)
      if (payment?.status !== 'PENDING') return fail('INVALID_RESOURCE_ID')
      if (payment.order !== null) return succeed(orders.completeCapture(payment, isPaid))
      const subscription = subscriptions.get(payment.subscription!)!
      return succeed(balance.completePending(payment, subscription, isPaid))
    },

    setDeclining: (id: string, isDeclining: boolean) =>
      changeStatus(id, payPalStatuses, (found) => storeSubscription({ ...found, isDeclining })),
  }
}

export type Ledger = ReturnType<typeof openLedger>
