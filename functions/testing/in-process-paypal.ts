import { getPriceAtPayPal, type Plans } from '../../scripts/dev/fakes/paypal/billing-cycle.ts'
import { type Ledger, openLedger } from '../../scripts/dev/fakes/paypal/ledger.ts'
import { getPayerId } from '../../scripts/dev/fakes/paypal/payer-id.ts'
import { noValue, toCents } from '../../scripts/dev/fakes/paypal/payment-value.ts'
import {
  toDisputeResource,
  toWebhookEvent,
} from '../../scripts/dev/fakes/paypal/paypal-resources.ts'
import type { Subscription } from '../../scripts/dev/fakes/paypal/subscription-record.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { PayPalSubscription } from '../../src/domain/subscription/paypal-subscription.ts'
import { getPeriodMonths, getPlanPrice, type PlanId } from '../../src/domain/subscription/plan.ts'
import { currency } from '../../src/publication/offer.ts'
import type { PayPal, PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import { disputeSchema } from '../platform/adapters/paypal-disputes.ts'
import { formatPayPalValue, toMoney } from '../platform/adapters/paypal-payments.ts'
import { createInProcessOrders } from './in-process-paypal-orders.ts'
import { type InterruptibleCall, reading } from './interruptible-call.ts'

/** PayPal's plan ids. The domestic and the international plan of each kind have the same id. */
export const payPalPlans = {
  monthly_13: 'P-MONTH',
  international_monthly: 'P-MONTH',
  annual_99: 'P-YEAR',
  international_annual: 'P-YEAR',
  student_45: 'P-STUDENT',
  international_student: 'P-STUDENT',
} as const

const createLedgerPlan = (plan: PlanId) => ({
  months: getPeriodMonths(plan),
  value: formatPayPalValue(getPlanPrice(plan)),
})

/** The last plan belongs to the same product, but isn't sold. */
export const ledgerPlans = {
  [payPalPlans.monthly_13]: createLedgerPlan('monthly_13'),
  [payPalPlans.annual_99]: createLedgerPlan('annual_99'),
  [payPalPlans.student_45]: createLedgerPlan('student_45'),
  'P-CHEAP': { months: 1, value: '1.00' },
}

export type WebhookEvent = { readonly id: string; readonly text: string }

export function openInProcessLedger(
  now: () => Date,
  onEvent: (event: WebhookEvent) => void,
  plans: Plans = ledgerPlans,
): Ledger {
  const ledger: Ledger = openLedger({
    file: null,
    plans,
    now,
    emit: (ledgerEvent) => {
      const id = `WH-${crypto.randomUUID()}`
      const url = 'https://paypal.example'
      const event = toWebhookEvent(ledgerEvent, { id, at: now(), plans, url, ledger })
      onEvent({ id, text: JSON.stringify(event) })
    },
  })
  return ledger
}

/** `call` wraps each call; `refunded` collects the ids of refunded payments. */
export function createInProcessPayPal(
  ledger: Ledger,
  call: InterruptibleCall,
  refunded: string[],
  plans: Plans = ledgerPlans,
): PayPal {
  const toPayPalSubscription = (found: Subscription) => describeSubscription(found, plans)
  return {
    ...createInProcessOrders(ledger, call),
    create: ({ plan, customId, requestId, startsAt, returnUrl, cancelUrl }) =>
      call(async () => {
        const order = {
          planId: payPalPlans[plan],
          customId,
          startsAt: startsAt?.toISOString() ?? null,
          returnUrl,
          cancelUrl,
        }
        const created = ledger.create(order, requestId)
        if (!created.ok) return fail({ kind: 'refused', issue: created.failure })
        return succeed(toPayPalSubscription(created.value.subscription))
      }),
    find: (id) =>
      call(async () => {
        const found = ledger.find(id)
        return found.ok ? succeed(toPayPalSubscription(found.value)) : fail({ kind: 'notFound' })
      }, reading),
    findPlanPrice: (planId) =>
      call(async () => {
        const plan = plans[planId]
        return plan ? succeed(toCents(plan.value)) : fail({ kind: 'notFound' })
      }, reading),
    setStatus: (id, to) =>
      call(async () => {
        const action = { ACTIVE: 'activate', SUSPENDED: 'suspend', CANCELLED: 'cancel' } as const
        const statusChange = ledger[action[to]](id)
        return statusChange.ok
          ? succeed(undefined)
          : fail({ kind: 'refused', issue: statusChange.failure })
      }),
    transactions: (id, from, to) =>
      call(
        async () =>
          succeed(
            ledger.paymentsOf(id, from, to).map((payment) => ({
              id: payment.id,
              status: payment.status,
              at: new Date(payment.at),
              gross: toMoney({ currency_code: currency, value: payment.value }),
            })),
          ),
        reading,
      ),
    clearBalance: (id) =>
      call(async () => {
        const cleared = ledger.lowerBalance(id, noValue)
        return cleared.ok ? succeed(undefined) : fail({ kind: 'refused', issue: cleared.failure })
      }),
    capture: (id, outstanding, requestId) =>
      call(async () => {
        const captured = ledger.capture(id, requestId, formatPayPalValue(outstanding))
        if (!captured.ok) return fail({ kind: 'refused', issue: captured.failure })
        const { status } = captured.value
        return succeed(
          status === 'PENDING' ? 'pending' : status === 'DECLINED' ? 'declined' : 'paid',
        )
      }),
    findDispute: (id) =>
      call(async () => {
        const found = ledger.findDispute(id.replace('PP-D-', ''))!
        return succeed(disputeSchema.parse(toDisputeResource(found)))
      }, reading),
    refund: (id, requestId) =>
      call(async () => {
        const isNew = ledger.payment(id)?.status !== 'REFUNDED'
        const refund = ledger.refund(id, { requestId })
        if (!refund.ok) return fail({ kind: 'refused', issue: refund.failure })
        if (isNew) refunded.push(id)
        return succeed(undefined)
      }),
  } as Partial<PayPal> as PayPal
}

export const toPayPalState = (
  found: Subscription,
  plans: Plans = ledgerPlans,
): PayPalSubscription => {
  const { id, status, nextBillingAt, lastPayment, failedPayments, lastFailedAt } = found
  return {
    id,
    status,
    planId: found.planId,
    nextMinorUnits: toCents(getPriceAtPayPal(found, plans)),
    nextBillingAt: nextBillingAt && status === 'ACTIVE' ? new Date(nextBillingAt) : null,
    lastPaymentAt: lastPayment && new Date(lastPayment.at),
    lastPaymentMinorUnits: lastPayment && toCents(lastPayment.value),
    outstandingMinorUnits: toCents(found.outstandingBalance),
    failedPayments,
    lastFailedAt: lastFailedAt ? new Date(lastFailedAt) : null,
  }
}

function describeSubscription(found: Subscription, plans: Plans): PayPalSubscriptionDetails {
  const { email = '', givenName = '', surname = '', byCard = false } = found.payer ?? {}
  return {
    payPalState: toPayPalState(found, plans),
    payer: {
      id: found.payer ? getPayerId(found.payer) : '',
      email,
      firstName: givenName,
      lastName: surname,
      paidByCard: byCard,
    },
    approveUrl: null,
    outstanding: toMoney({ currency_code: currency, value: found.outstandingBalance }),
  }
}
