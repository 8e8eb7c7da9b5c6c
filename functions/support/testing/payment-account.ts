/** A subscription that was paid once, and a fake of PayPal's payments. */
import { fail, succeed } from '../../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../../src/domain/subscription/subscription.ts'
import { currency } from '../../../src/publication/offer.ts'
import type { PayPalPayments, PayPalTransaction } from '../../platform/adapters/paypal-payments.ts'
import type { PayPalFailure } from '../../platform/adapters/paypal-rest.ts'

export const paidAt = new Date('2030-01-01T10:00:00Z')
export const record = subscriptionRecordSchema.parse({
  subscription: {
    state: 'active',
    plan: 'annual_99',
    sold: { planId: 'P-1', minorUnits: 9900, currency },
    provider: 'I-1',
    anchor: paidAt,
    paidThrough: new Date('2031-01-01T10:00:00Z'),
    lastPaymentAt: paidAt,
    seenPaymentAt: paidAt,
  },
})

export const payment = (change: Partial<PayPalTransaction> = {}): PayPalTransaction => ({
  id: 'S-1',
  status: 'COMPLETED',
  at: paidAt,
  gross: { minorUnits: 9900, currency },
  ...change,
})
export const earlier = payment({ id: 'S-0', at: new Date('2029-01-01T10:00:00Z') })
/** `seconds` before the payment that the record counts. */
export const createTwin = (seconds: number) =>
  payment({ id: 'S-0', at: new Date(paidAt.getTime() - seconds * 1000) })

type Request = { readonly id: string; readonly amount: number | 'rest'; readonly requestId: string }

/** A fake of PayPal's payments, which refunds once for each request id. `lose` names the next answers to be lost. */
export class Account {
  payments: readonly PayPalTransaction[]
  readonly requests: Request[] = []
  lose = 0
  failure: PayPalFailure | null = null

  constructor(payments: readonly PayPalTransaction[]) {
    this.payments = payments
  }

  private refund(id: string, amount: Request['amount'], requestId: string) {
    if (this.failure) return fail(this.failure)
    this.requests.push({ id, amount, requestId })
    this.payments = this.payments.map((one) =>
      one.id === id ? { ...one, status: 'REFUNDED' } : one,
    )
    return this.lose-- > 0 ? fail({ kind: 'unavailable', reason: 'TimeoutError' } as const) : null
  }

  readonly service: PayPalPayments = {
    transactions: async () => succeed(this.payments),
    refund: async (id, requestId) => this.refund(id, 'rest', requestId) ?? succeed(undefined),
    refundPart: async (id, { minorUnits }, requestId) =>
      this.refund(id, minorUnits, requestId) ?? succeed({ id: 'R-1' }),
  }

  get refundedOnce() {
    return [...new Set(this.requests.map(({ requestId }) => requestId))]
  }
}
