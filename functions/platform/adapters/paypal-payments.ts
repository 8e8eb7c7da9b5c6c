import { z } from 'zod'
import { formatValue, toMinorUnits } from '../../../src/domain/currency.ts'
import type { Money } from '../../../src/domain/money.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { currency } from '../../../src/publication/offer.ts'
import type { PayPalFailure, PayPalRest } from './paypal-rest.ts'

export const timestampSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

export const amountSchema = z.object({
  currency_code: z.literal(currency),
  value: z.string().regex(/^-?(?:\d+|\d*\.\d+)$/),
})

/** An amount in our currency. Other currencies count as zero, because nothing is sold in them. */
export const ownAmountSchema = z
  .object({ ...amountSchema.shape, currency_code: z.string() })
  .transform(({ currency_code, value }) =>
    toMoney({ currency_code: currency, value: currency_code === currency ? value : '0' }),
  )

const transactionsSchema = z.object({
  transactions: z
    .array(
      z
        .object({
          id: z.string(),
          status: z.string().optional(),
          time: timestampSchema,
          amount_with_breakdown: z.object({ gross_amount: ownAmountSchema }),
        })
        .transform(({ id, status, time, amount_with_breakdown }) => ({
          id,
          /** The status, such as `COMPLETED`, `REFUNDED`, `PARTIALLY_REFUNDED`, `PENDING` or `DECLINED`. */
          status: status ?? '',
          at: time,
          gross: amount_with_breakdown.gross_amount,
        })),
    )
    .default([]),
})
export type PayPalTransaction = z.output<typeof transactionsSchema>['transactions'][number]

/** A response without an id isn't a refund. */
const refundSchema = z.object({ id: z.string() })

/** Parses an amount in the currency's main unit: “13.99”. */
export function toMoney({ value, currency_code }: z.infer<typeof amountSchema>): Money {
  return { minorUnits: toMinorUnits(value, currency_code), currency: currency_code }
}

export const formatPayPalValue = ({ minorUnits, currency }: Money) =>
  formatValue(minorUnits, currency)

export const formatPayPalAmount = (money: Money): z.infer<typeof amountSchema> => ({
  currency_code: money.currency,
  value: formatPayPalValue(money),
})

export type PayPalPayments = {
  transactions(
    id: string,
    from: Date,
    to: Date,
  ): Promise<Result<readonly PayPalTransaction[], PayPalFailure>>
  /** Refunds the whole payment, once per `requestId`. */
  refund(transactionId: string, requestId: string): Promise<Result<void, PayPalFailure>>
  /**
   * Refunds part of a payment for an order or a subscription, once per `requestId`. `refused` with PayPal's issue:
   * REFUND_AMOUNT_EXCEEDED, CAPTURE_FULLY_REFUNDED or, after 180 days, REFUND_TIME_LIMIT_EXCEEDED.
   */
  refundPart(
    transactionId: string,
    amount: Money,
    requestId: string,
  ): Promise<Result<{ readonly id: string }, PayPalFailure>>
}

const notPayPalFailure: PayPalFailure = { kind: 'unavailable', reason: 'not a PayPal response' }

export const payPalSubscriptionPath = (id: string) =>
  `/v1/billing/subscriptions/${encodeURIComponent(id)}`

export const payPalCapturePath = (id: string) => `/v2/payments/captures/${encodeURIComponent(id)}`

/** An unexpected response counts as an outage. */
export const createReader =
  ({ call }: PayPalRest) =>
  async <Answer>(
    schema: z.ZodType<Answer>,
    request: Parameters<typeof call>[0],
  ): Promise<Result<Answer, PayPalFailure>> => {
    const response = await call(request)
    if (!response.ok) return response
    const found = schema.safeParse(response.value)
    return found.success ? succeed(found.data) : fail(notPayPalFailure)
  }

export function createPayPalPayments(rest: PayPalRest): PayPalPayments {
  const read = createReader(rest)
  return {
    async transactions(id, from, to) {
      const query = `start_time=${from.toISOString()}&end_time=${to.toISOString()}`
      const found = await read(transactionsSchema, {
        method: 'GET',
        path: `${payPalSubscriptionPath(id)}/transactions?${query}`,
      })
      return found.ok ? succeed(found.value.transactions) : found
    },
    async refund(transactionId, requestId) {
      const path = `${payPalCapturePath(transactionId)}/refund`
      const response = await read(refundSchema, { method: 'POST', path, body: {}, requestId })
      return response.ok ? succeed(undefined) : response
    },
    refundPart(transactionId, amount, requestId) {
      const path = `${payPalCapturePath(transactionId)}/refund`
      const body = { amount: formatPayPalAmount(amount) }
      return read(refundSchema, { method: 'POST', path, body, requestId })
    },
  }
}
