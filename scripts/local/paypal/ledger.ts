/**
 * What PayPal keeps, as far as subscriptions go: its subscriptions and payments, and what it tells of
 * them. Time passes for a subscription when it is told to (`bill`), never by itself. Knows nothing of
 * HTTP; kept in one file between starts.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { addMonths } from '../../../src/domain/month.ts'
import { providerStatuses } from '../../../src/domain/provider-subscription.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'

const instant = z.iso.datetime()

const subscriptionSchema = z.object({
  id: z.string(),
  planId: z.string(),
  customId: z.string(),
  status: z.enum(providerStatuses),
  statusChangedAt: instant,
  createdAt: instant,
  /** When it bills first; null for at once. */
  startsAt: instant.nullable().default(null),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  payer: z
    .object({ email: z.string(), givenName: z.string(), surname: z.string(), byCard: z.boolean() })
    .nullable(),
  /** While it is suspended or over, PayPal does not say. */
  nextBillingAt: instant.nullable(),
  cyclesCompleted: z.int(),
  lastPayment: z.object({ at: instant, value: z.string() }).nullable(),
  failedPayments: z.int(),
  lastFailedAt: instant.nullable(),
  /** Whether the payer's way of paying is refused from now on. */
  isDeclining: z.boolean().default(false),
  /** Whether the first payment and captures stay pending until `complete` is called. */
  isSlow: z.boolean().default(false),
})
export type Subscription = z.infer<typeof subscriptionSchema>

const paymentSchema = z.object({
  id: z.string(),
  subscription: z.string(),
  at: instant,
  value: z.string(),
  status: z.enum(['PENDING', 'COMPLETED', 'DECLINED', 'REFUNDED']),
})
export type Payment = z.infer<typeof paymentSchema>

/** How each kind of plan is paid, by PayPal's id of it. */
export type Plans = Readonly<Record<string, { readonly months: number; readonly value: string }>>

/** What PayPal would tell of by webhook. */
export type Happening =
  | { readonly type: `BILLING.SUBSCRIPTION.${string}`; readonly subscription: Subscription }
  | {
      readonly type: `PAYMENT.SALE.${string}`
      readonly payment: Payment
      readonly subscription: Subscription
    }
  | Dispute
export type Dispute = {
  readonly type: `CUSTOMER.DISPUTE.${string}`
  readonly payment: Payment
  readonly subscription: Subscription
  readonly outcome: 'won' | 'lost' | null
}

/** PayPal's own word for why it refuses. */
export type Refusal =
  | 'INVALID_RESOURCE_ID'
  | 'SUBSCRIPTION_STATUS_INVALID'
  | 'ZERO_OUTSTANDING_BALANCE'

/** One that it is told of as if it had been there: for samples and tests. */
export const adoptedSchema = z.object({
  subscription: subscriptionSchema,
  payments: z.array(paymentSchema),
})
export type Adopted = z.infer<typeof adoptedSchema>

const stateSchema = z.object({
  subscriptions: z.array(subscriptionSchema),
  payments: z.array(paymentSchema),
  /** What was created for which `PayPal-Request-Id`. */
  requests: z.record(z.string(), z.string()),
  /** By the payment that is quarrelled over: how it ended, null as long as it goes on. */
  disputes: z.record(z.string(), z.enum(['won', 'lost']).nullable()).default({}),
})

/** Failed payments in a row after which PayPal suspends. */
const failureThreshold = 3

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
const newId = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 34]).join('')

export function openLedger({
  file,
  plans,
  now,
  tell,
}: {
  /** Null keeps it in memory. */
  readonly file: string | null
  readonly plans: Plans
  readonly now: () => Date
  readonly tell: (happening: Happening) => void
}) {
  const kept =
    file && existsSync(file) ? stateSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
  const subscriptions = new Map((kept?.subscriptions ?? []).map((one) => [one.id, one]))
  const payments = new Map((kept?.payments ?? []).map((one) => [one.id, one]))
  const requests = new Map(Object.entries(kept?.requests ?? {}))
  const disputes = new Map(Object.entries(kept?.disputes ?? {}))
  const at = () => now().toISOString()

  function keep() {
    if (!file) return
    const state: z.infer<typeof stateSchema> = {
      subscriptions: [...subscriptions.values()],
      payments: [...payments.values()],
      requests: Object.fromEntries(requests),
      disputes: Object.fromEntries(disputes),
    }
    writeFileSync(file, JSON.stringify(state))
  }

  function put(next: Subscription, told?: string): Subscription {
    subscriptions.set(next.id, next)
    keep()
    if (told) tell({ type: `BILLING.SUBSCRIPTION.${told}`, subscription: next })
    return next
  }

  function become(subscription: Subscription, status: Subscription['status']): Subscription {
    return { ...subscription, status, statusChangedAt: at() }
  }

  function attempt({ id, planId }: Subscription, status: Payment['status']): Payment {
    const { value } = plans[planId]!
    const payment: Payment = { id: newId(17), subscription: id, at: at(), value, status }
    payments.set(payment.id, payment)
    return payment
  }

  /** One that does not. */
  function declined(subscription: Subscription): Payment {
    const { failedPayments } = subscription
    put({ ...subscription, failedPayments: failedPayments + 1, lastFailedAt: at() })
    return attempt(subscription, 'DECLINED')
  }

  /** A payment that goes through, and the next one due a period later. */
  function charge(subscription: Subscription) {
    const { months, value } = plans[subscription.planId]!
    const payment = attempt(subscription, 'COMPLETED')
    const paid = put({
      ...subscription,
      nextBillingAt: addMonths(new Date(payment.at), months).toISOString(),
      cyclesCompleted: subscription.cyclesCompleted + 1,
      lastPayment: { at: payment.at, value },
      failedPayments: 0,
    })
    tell({ type: 'PAYMENT.SALE.COMPLETED', payment, subscription: paid })
    return { payment, subscription: paid }
  }

  function find(id: string): Result<Subscription, Refusal> {
    const found = subscriptions.get(id)
    return found ? succeed(found) : fail('INVALID_RESOURCE_ID')
  }

  /** From one of these states only. */
  function change(
    id: string,
    from: readonly Subscription['status'][],
    to: (found: Subscription) => Subscription,
  ): Result<Subscription, Refusal> {
    const found = find(id)
    if (!found.ok) return found
    if (!from.includes(found.value.status)) return fail('SUBSCRIPTION_STATUS_INVALID')
    return succeed(to(found.value))
  }

  return {
    find,
    list: () => [...subscriptions.values()].toReversed(),
    payment: (id: string) => payments.get(id) ?? null,
    paymentsOf: (id: string, from: Date, to: Date) =>
      [...payments.values()].filter((payment) => {
        const time = new Date(payment.at)
        return payment.subscription === id && time >= from && time <= to
      }),

    create(
      order: Pick<Subscription, 'planId' | 'customId' | 'startsAt' | 'returnUrl' | 'cancelUrl'>,
      requestId: string | null,
    ): Result<{ readonly subscription: Subscription; readonly isNew: boolean }, Refusal> {
      if (!plans[order.planId]) return fail('INVALID_RESOURCE_ID')
      const earlier = requestId === null ? undefined : requests.get(requestId)
      if (earlier) return succeed({ subscription: subscriptions.get(earlier)!, isNew: false })
      const id = `I-${newId(12)}`
      if (requestId !== null) requests.set(requestId, id)
      const subscription = put(
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

    adopt(adopted: Adopted) {
      for (const payment of adopted.payments) payments.set(payment.id, payment)
      put(adopted.subscription)
    },

    /** The payer approves. PayPal activates the subscription first, and takes the payment then. */
    approve: (id: string, payer: NonNullable<Subscription['payer']>) =>
      change(id, ['APPROVAL_PENDING'], (found) => {
        const { startsAt } = found
        const active = put({ ...become(found, 'ACTIVE'), payer }, 'ACTIVATED')
        // A trial: nothing is due yet.
        if (startsAt && new Date(startsAt) > now())
          return put({ ...active, nextBillingAt: startsAt })
        if (found.isSlow) attempt(active, 'PENDING')
        else if (found.isDeclining) declined(active)
        else return charge(active).subscription
        keep()
        return subscriptions.get(id)!
      }),

    suspend: (id: string) =>
      change(id, ['ACTIVE'], (found) => put({ ...become(found, 'SUSPENDED') }, 'SUSPENDED')),

    /** Goes on where it was; what came due meanwhile is not asked for. */
    activate: (id: string) =>
      change(id, ['SUSPENDED'], (found) => {
        let next = new Date(found.nextBillingAt ?? at())
        const { months } = plans[found.planId]!
        while (next <= now()) next = addMonths(next, months)
        const nextBillingAt = next.toISOString()
        return put({ ...become(found, 'ACTIVE'), nextBillingAt, failedPayments: 0 }, 'ACTIVATED')
      }),

    cancel: (id: string) =>
      change(id, ['ACTIVE', 'SUSPENDED'], (found) =>
        put({ ...become(found, 'CANCELLED'), nextBillingAt: null }, 'CANCELLED'),
      ),

    /** Its next billing comes, and goes through or not. */
    bill: (id: string, isPaid: boolean) =>
      change(id, ['ACTIVE'], (found) => {
        if (isPaid) return charge(found).subscription
        const failed: Subscription = {
          ...found,
          failedPayments: found.failedPayments + 1,
          lastFailedAt: at(),
        }
        const told = put(failed, 'PAYMENT.FAILED')
        return told.failedPayments < failureThreshold
          ? told
          : put(become(told, 'SUSPENDED'), 'SUSPENDED')
      }),

    /** The merchant asks for what is outstanding: paid now, the payer owes nothing. */
    capture(id: string, requestId: string | null): Result<Payment, Refusal> {
      const earlier = requestId === null ? undefined : payments.get(requests.get(requestId) ?? '')
      if (earlier) return succeed(earlier)
      const found = find(id)
      if (!found.ok) return found
      const { status, failedPayments, isDeclining, isSlow } = found.value
      if (status !== 'ACTIVE' && status !== 'SUSPENDED') return fail('SUBSCRIPTION_STATUS_INVALID')
      if (failedPayments === 0) return fail('ZERO_OUTSTANDING_BALANCE')
      const payment = isSlow
        ? attempt(found.value, 'PENDING')
        : isDeclining
          ? declined(found.value)
          : charge(found.value).payment
      if (requestId !== null) requests.set(requestId, payment.id)
      keep()
      return succeed(payment)
    },

    /** From now on, captures stay pending, or no longer. */
    slow: (id: string, isSlow: boolean) =>
      change(id, providerStatuses, (found) => put({ ...found, isSlow })),

    /** A pending capture goes through, or is declined. */
    complete(paymentId: string, isPaid: boolean): Result<Payment, Refusal> {
      const payment = payments.get(paymentId)
      if (payment?.status !== 'PENDING') return fail('INVALID_RESOURCE_ID')
      const subscription = subscriptions.get(payment.subscription)!
      const done = isPaid ? charge(subscription).payment : declined(subscription)
      payments.delete(done.id)
      payments.set(paymentId, { ...done, id: paymentId })
      keep()
      return succeed(payments.get(paymentId)!)
    },

    /** From now on, or no longer. */
    decline: (id: string, isDeclining: boolean) =>
      change(id, providerStatuses, (found) => put({ ...found, isDeclining })),

    refund(paymentId: string, how: 'REFUNDED' | 'REVERSED' = 'REFUNDED'): Result<Payment, Refusal> {
      const payment = payments.get(paymentId)
      if (!payment) return fail('INVALID_RESOURCE_ID')
      if (payment.status !== 'COMPLETED') return succeed(payment)
      const returned: Payment = { ...payment, status: 'REFUNDED' }
      payments.set(paymentId, returned)
      keep()
      const subscription = subscriptions.get(payment.subscription)!
      tell({ type: `PAYMENT.SALE.${how}`, payment: returned, subscription })
      return succeed(returned)
    },

    dispute(paymentId: string, outcome: 'won' | 'lost' | null): Result<Payment, Refusal> {
      const payment = payments.get(paymentId)
      if (!payment) return fail('INVALID_RESOURCE_ID')
      disputes.set(paymentId, outcome)
      keep()
      tell({
        type: `CUSTOMER.DISPUTE.${outcome ? 'RESOLVED' : 'CREATED'}`,
        payment,
        outcome,
        subscription: subscriptions.get(payment.subscription)!,
      })
      return succeed(payment)
    },

    /** What it tells of a dispute; null where there is none. */
    quarrel(paymentId: string): Dispute | null {
      const payment = payments.get(paymentId)
      const outcome = disputes.get(paymentId)
      if (!payment || outcome === undefined) return null
      const type = `CUSTOMER.DISPUTE.${outcome ? 'RESOLVED' : 'CREATED'}` as const
      return { type, payment, outcome, subscription: subscriptions.get(payment.subscription)! }
    },
  }
}

export type Ledger = ReturnType<typeof openLedger>
