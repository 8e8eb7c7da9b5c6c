/**
 * What has been paid for a subscription at PayPal, and giving it back; with what every part of PayPal's
 * adapter reads answers by. For whoever has nothing to do with plans and webhooks it is all there is.
 */
import { z } from 'zod'
import type { Money } from '../../src/domain/money.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { PayPalFailure, PayPalWire } from './paypal-wire.ts'

export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

export const amount = z.object({
  currency_code: z.literal('USD'),
  value: z.string().regex(/^-?(?:\d+|\d*\.\d+)$/),
})

const transactionsSchema = z.object({
  transactions: z
    .array(
      z
        .object({
          id: z.string(),
          status: z.string().optional(),
          time: instant,
          amount_with_breakdown: z.object({ gross_amount: amount }),
        })
        .transform(({ id, status, time, amount_with_breakdown }) => ({
          id,
          /** `COMPLETED`, `REFUNDED`, `PARTIALLY_REFUNDED`, `PENDING`, `DECLINED`. */
          status: status ?? '',
          at: time,
          gross: moneyOf(amount_with_breakdown.gross_amount),
        })),
    )
    .default([]),
})
export type PayPalTransaction = z.output<typeof transactionsSchema>['transactions'][number]

/** PayPal knows what it has given back by a name; whoever knows none has given nothing back. */
const refundSchema = z.object({ id: z.string() })

/** PayPal writes money in the currency's unit: “13.99”. */
export function moneyOf({ value, currency_code }: z.infer<typeof amount>): Money {
  return { minorUnits: Math.round(Number(value) * 100), currency: currency_code }
}

export const payPalValue = ({ minorUnits }: Money) => (minorUnits / 100).toFixed(2)

export type PayPalPayments = {
  transactions(
    id: string,
    from: Date,
    to: Date,
  ): Promise<Result<readonly PayPalTransaction[], PayPalFailure>>
  /** The whole of a payment, once for each `requestId`. */
  refund(transactionId: string, requestId: string): Promise<Result<void, PayPalFailure>>
}

const notPayPal: PayPalFailure = { kind: 'unavailable', reason: 'not an answer of PayPal' }

export const pathOf = (id: string) => `/v1/billing/subscriptions/${encodeURIComponent(id)}`

/** An answer of the shape that is expected, or none of PayPal’s. */
export const reading =
  ({ call }: PayPalWire) =>
  async <Answer>(
    schema: z.ZodType<Answer>,
    request: Parameters<typeof call>[0],
  ): Promise<Result<Answer, PayPalFailure>> => {
    const answer = await call(request)
    if (!answer.ok) return answer
    const found = schema.safeParse(answer.value)
    return found.success ? succeed(found.data) : fail(notPayPal)
  }

export function createPayPalPayments(wire: PayPalWire): PayPalPayments {
  const read = reading(wire)
  return {
    async transactions(id, from, to) {
      const query = `start_time=${from.toISOString()}&end_time=${to.toISOString()}`
      const found = await read(transactionsSchema, {
        method: 'GET',
        path: `${pathOf(id)}/transactions?${query}`,
      })
      return found.ok ? succeed(found.value.transactions) : found
    },
    async refund(transactionId, requestId) {
      const path = `/v2/payments/captures/${encodeURIComponent(transactionId)}/refund`
      const answer = await read(refundSchema, { method: 'POST', path, body: {}, requestId })
      return answer.ok ? succeed(undefined) : answer
    },
  }
}
