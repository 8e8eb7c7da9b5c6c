/**
 * PayPal's subscriptions and their payments; with orders, refunds and disputes the whole ledger.
 * Subscriptions are billed only by calls (`billSubscription`), never by time. Knows nothing of HTTP.
 */
import { addMonths } from '../../../../src/domain/month.ts'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { providerStatuses } from '../../../../src/domain/subscription/provider-subscription.ts'
import { createOrders } from './ledger-orders.ts'
import type { ImportedSubscription, Payer, Payment, Subscription } from './ledger-records.ts'
import { createRefunds } from './ledger-refunds.ts'
import { createId, type LedgerError, openLedgerState } from './ledger-state.ts'

export type Plans = Readonly<Record<string, { readonly months: number; readonly value: string }>>

/** Failed payments in a row after which PayPal suspends. */
const failureThreshold = 3

export function openLedger({
  plans,
  ...options
}: { readonly plans: Plans } & Parameters<typeof openLedgerState>[0]) {
  const state = openLedgerState(options)
  const { subscriptions, payments, at, now, emit, save: saveState } = state
  const orders = createOrders(state)

  function storeSubscription(next: Subscription, eventType?: string): Subscription {
    subscriptions.set(next.id, next)
    saveState()
    if (eventType) emit({ type: `BILLING.SUBSCRIPTION.${eventType}`, subscription: next })
    return next
  }

  function setStatus(subscription: Subscription, status: Subscription['status']): Subscription {
    return { ...subscription, status, statusChangedAt: at() }
  }

  /** A payment that was pending keeps its id. */
  function recordPayment(
    { id: subscription, planId }: Subscription,
    status: Payment['status'],
    id = createId(17),
  ): Payment {
    const { value } = plans[planId]!
    const payment: Payment = {
      id,
      subscription,
      order: null,
      at: at(),
      value,
      status,
    }
    payments.set(payment.id, payment)
    return payment
  }

  function recordDecline(subscription: Subscription, pendingId?: string): Payment {
    const { failedPayments } = subscription
    storeSubscription({ ...subscription, failedPayments: failedPayments + 1, lastFailedAt: at() })
    return recordPayment(subscription, 'DECLINED', pendingId)
  }

  function charge(subscription: Subscription, pendingId?: string) {
    const { months, value } = plans[subscription.planId]!
    const payment = recordPayment(subscription, 'COMPLETED', pendingId)
    const paid = storeSubscription({
      ...subscription,
      nextBillingAt: addMonths(new Date(payment.at), months).toISOString(),
      cyclesCompleted: subscription.cyclesCompleted + 1,
      lastPayment: { at: payment.at, value },
      failedPayments: 0,
    })
    emit({ type: 'PAYMENT.SALE.COMPLETED', payment, subscription: paid })
    return { payment, subscription: paid }
  }

  function findSubscription(id: string): Result<Subscription, LedgerError> {
    const found = subscriptions.get(id)
    return found ? succeed(found) : fail('INVALID_RESOURCE_ID')
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
    ...createRefunds(state),
    find: findSubscription,
    list: () => [...subscriptions.values()].toReversed(),
    payment: (id: string) => payments.get(id) ?? null,
    /** Of a subscription or an order. */
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
          status: 'APPROVAL_PENDING',
          statusChangedAt: at(),
          createdAt: at(),
          payer: null,
          nextBillingAt: null,
          cyclesCompleted: 0,
          lastPayment: null,
          failedPayments: 0,
          lastFailedAt: null,
          isDeclining: false,
          isSlow: false,
        },
        'CREATED',
      )
      return succeed({ subscription, isNew: true })
    },

    importSubscription(imported: ImportedSubscription) {
      for (const payment of imported.payments) payments.set(payment.id, payment)
      storeSubscription(imported.subscription)
    },

    /** PayPal activates the subscription first, and takes the payment then. */
    approve: (id: string, payer: Payer) =>
      changeStatus(id, ['APPROVAL_PENDING'], (found) => {
        const { startsAt } = found
        const active = storeSubscription({ ...setStatus(found, 'ACTIVE'), payer }, 'ACTIVATED')
        // A trial has no payment yet.
        if (startsAt && new Date(startsAt) > now())
          return storeSubscription({ ...active, nextBillingAt: startsAt })
        if (found.isSlow) recordPayment(active, 'PENDING')
        else if (found.isDeclining) recordDecline(active)
        else return charge(active).subscription
        saveState()
        return subscriptions.get(id)!
      }),

    /** Only before the first billing. */
    setStart(id: string, to: Date): Result<Subscription, LedgerError> {
      const found = subscriptions.get(id)
      const isFuture = (instant: string | null | undefined) => new Date(instant ?? 0) > now()
      if (!isFuture(found?.startsAt) || to <= now()) return fail('SUBSCRIPTION_STATUS_INVALID')
      return changeStatus(id, ['ACTIVE', 'SUSPENDED'], (active) => {
        const startsAt = to.toISOString()
        return storeSubscription({ ...active, startsAt, nextBillingAt: startsAt }, 'UPDATED')
      })
    },

    suspend: (id: string) =>
      changeStatus(id, ['ACTIVE'], (found) =>
        storeSubscription({ ...setStatus(found, 'SUSPENDED') }, 'SUSPENDED'),
      ),

    /** Keeps the billing date. What was due during the suspension isn't billed. */
    activate: (id: string) =>
      changeStatus(id, ['SUSPENDED'], (found) => {
        let next = new Date(found.nextBillingAt ?? at())
        const { months } = plans[found.planId]!
        while (next <= now()) next = addMonths(next, months)
        const nextBillingAt = next.toISOString()
        return storeSubscription(
          { ...setStatus(found, 'ACTIVE'), nextBillingAt, failedPayments: 0 },
          'ACTIVATED',
        )
      }),

    cancel: (id: string) =>
      changeStatus(id, ['ACTIVE', 'SUSPENDED'], (found) =>
        storeSubscription({ ...setStatus(found, 'CANCELLED'), nextBillingAt: null }, 'CANCELLED'),
      ),

    billSubscription: (id: string, isPaid: boolean) =>
      changeStatus(id, ['ACTIVE'], (found) => {
        if (isPaid && found.isSlow) {
          recordPayment(found, 'PENDING')
          return storeSubscription(found)
        }
        if (isPaid) return charge(found).subscription
        const failed: Subscription = {
          ...found,
          failedPayments: found.failedPayments + 1,
          lastFailedAt: at(),
        }
        const eventType = storeSubscription(failed, 'PAYMENT.FAILED')
        return eventType.failedPayments < failureThreshold
          ? eventType
          : storeSubscription(setStatus(eventType, 'SUSPENDED'), 'SUSPENDED')
      }),

    /** Captures the outstanding balance. */
    capture(id: string, requestId: string | null): Result<Payment, LedgerError> {
      const earlier = payments.get(state.findRequest('balance', requestId) ?? '')
      if (earlier) return succeed(earlier)
      const found = findSubscription(id)
      if (!found.ok) return found
      const { status, failedPayments, isDeclining, isSlow } = found.value
      if (status !== 'ACTIVE' && status !== 'SUSPENDED') return fail('SUBSCRIPTION_STATUS_INVALID')
      if (failedPayments === 0) return fail('ZERO_OUTSTANDING_BALANCE')
      const payment = isSlow
        ? recordPayment(found.value, 'PENDING')
        : isDeclining
          ? recordDecline(found.value)
          : charge(found.value).payment
      state.rememberRequest('balance', requestId, payment.id)
      saveState()
      return succeed(payment)
    },

    /** Sets whether payments stay pending. */
    setSlow: (id: string, isSlow: boolean) =>
      changeStatus(id, providerStatuses, (found) => storeSubscription({ ...found, isSlow })),

    /** A pending payment is paid or denied. */
    complete(paymentId: string, isPaid: boolean): Result<Payment, LedgerError> {
      const payment = payments.get(paymentId)
      if (payment?.status !== 'PENDING') return fail('INVALID_RESOURCE_ID')
      if (payment.order !== null) return succeed(orders.completeCapture(payment, isPaid))
      const subscription = subscriptions.get(payment.subscription!)!
      const done = isPaid
        ? charge(subscription, paymentId).payment
        : recordDecline(subscription, paymentId)
      saveState()
      return succeed(done)
    },

    setDeclining: (id: string, isDeclining: boolean) =>
      changeStatus(id, providerStatuses, (found) => storeSubscription({ ...found, isDeclining })),
  }
}

export type Ledger = ReturnType<typeof openLedger>
