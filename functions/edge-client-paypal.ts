/** For tests: PayPal as the edge knows it, straight over the stand-in's ledger, without HTTP. */
import type { openLedger, Subscription } from '../scripts/local/paypal/ledger.ts'
import type { ProviderSubscription } from '../src/domain/provider-subscription.ts'
import { fail, succeed } from '../src/domain/result.ts'
import type { PayPal, PayPalSubscription } from './adapters/paypal.ts'

/** The one plan that there is. */
export const plan = 'P-MONTH'

/** `call` stands before each call; `refunded` takes the id of each payment that goes back. */
export function payPalOver(
  ledger: ReturnType<typeof openLedger>,
  call: <Value>(make: () => Promise<Value>) => Promise<Value>,
  refunded: string[],
): PayPal {
  return {
    create: ({ customId, requestId, returnUrl, cancelUrl }) =>
      call(async () => {
        const order = { planId: plan, customId, startsAt: null, returnUrl, cancelUrl }
        const created = ledger.create(order, requestId)
        if (!created.ok) return fail({ kind: 'refused', issue: created.failure })
        return succeed(said(created.value.subscription))
      }),
    find: (id) =>
      call(async () => {
        const found = ledger.find(id)
        return found.ok ? succeed(said(found.value)) : fail({ kind: 'notFound' })
      }),
    bring: (id, to) =>
      call(async () => {
        const action = { ACTIVE: 'activate', SUSPENDED: 'suspend', CANCELLED: 'cancel' } as const
        const brought = ledger[action[to]](id)
        return brought.ok ? succeed(undefined) : fail({ kind: 'refused', issue: brought.failure })
      }),
    transactions: (id, from, to) =>
      call(async () =>
        succeed(
          ledger.paymentsOf(id, from, to).map((payment) => ({
            id: payment.id,
            status: payment.status,
            at: new Date(payment.at),
            gross: { minorUnits: 1399, currency: 'USD' },
          })),
        ),
      ),
    capture: (id, _amount, requestId) =>
      call(async () => {
        const captured = ledger.capture(id, requestId)
        if (!captured.ok) return fail({ kind: 'refused', issue: captured.failure })
        const { status } = captured.value
        return succeed(
          status === 'PENDING' ? 'pending' : status === 'DECLINED' ? 'declined' : 'paid',
        )
      }),
    dispute: (id) =>
      call(async () => {
        const { payment, outcome } = ledger.quarrel(id.replace('PP-D-', ''))!
        const found = ledger.find(payment.subscription)
        return succeed({
          payment: payment.id,
          customId: found.ok ? found.value.customId : '',
          outcome: outcome ?? 'open',
        })
      }),
    refund: (id) =>
      call(async () => {
        if (ledger.payment(id)?.status === 'COMPLETED') refunded.push(id)
        ledger.refund(id)
        return succeed(undefined)
      }),
  } as Partial<PayPal> as PayPal
}

const seenOf = (found: Subscription): ProviderSubscription => {
  const { id, status, nextBillingAt, lastPayment, failedPayments, lastFailedAt } = found
  return {
    id,
    status,
    nextBillingAt: nextBillingAt && status === 'ACTIVE' ? new Date(nextBillingAt) : null,
    lastPaymentAt: lastPayment && new Date(lastPayment.at),
    failedPayments,
    lastFailedAt: lastFailedAt ? new Date(lastFailedAt) : null,
  }
}

/** What PayPal says of it. */
function said(found: Subscription): PayPalSubscription {
  const { email = '', givenName = '', surname = '', byCard = false } = found.payer ?? {}
  return {
    seen: seenOf(found),
    customId: found.customId,
    payer: { email, firstName: givenName, lastName: surname, paidByCard: byCard },
    approveUrl: null,
    outstanding: { minorUnits: found.failedPayments > 0 ? 1399 : 0, currency: 'USD' },
  }
}
