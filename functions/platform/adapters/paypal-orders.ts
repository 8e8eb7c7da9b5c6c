/**
 * One-time payments. Sources: "Orders" (v2) and "Payments" (v2) in PayPal's REST reference. A completed order doesn't
 * mean that the money has arrived; the capture's status shows that.
 */
import { z } from 'zod'
import type { Money } from '../../../src/domain/money.ts'
import type { Result } from '../../../src/domain/result.ts'
import {
  amountSchema,
  createReader,
  formatPayPalAmount,
  payPalCapturePath,
  timestampSchema,
  toMoney,
} from './paypal-payments.ts'
import type { PayPalFailure, PayPalRest } from './paypal-rest.ts'

const orderStatuses = [
  'CREATED',
  'SAVED',
  'APPROVED',
  'VOIDED',
  'COMPLETED',
  'PAYER_ACTION_REQUIRED',
] as const

const captureStatuses = [
  'COMPLETED',
  'DECLINED',
  'PARTIALLY_REFUNDED',
  'PENDING',
  'REFUNDED',
  'FAILED',
] as const
export type PayPalCapture = {
  readonly id: string
  readonly status: (typeof captureStatuses)[number]
  readonly at: Date
  readonly amount: Money
}

const captureSchema = z
  .object({
    id: z.string().min(1).max(50),
    status: z.enum(captureStatuses),
    create_time: timestampSchema,
    amount: amountSchema,
  })
  .transform(
    ({ id, status, create_time, amount }): PayPalCapture => ({
      id,
      status,
      at: create_time,
      amount: toMoney(amount),
    }),
  )

const orderSchema = z
  .object({
    id: z.string().min(3).max(50),
    status: z.enum(orderStatuses),
    purchase_units: z
      .array(
        z.object({
          payments: z.object({ captures: z.array(captureSchema).default([]) }).optional(),
        }),
      )
      .length(1),
    links: z.array(z.object({ rel: z.string(), href: z.url() })).default([]),
  })
  .transform(({ id, status, purchase_units: [unit], links }) => ({
    id,
    status,
    /** The page where the payer approves the order; null if there is nothing to approve. */
    approveUrl: links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? null,
    capture: unit!.payments?.captures.at(-1) ?? null,
  }))
type PayPalOrder = Readonly<z.output<typeof orderSchema>>

export type PayPalOrders = {
  /** Creates one order per `requestId`. PayPal deletes the order unless the payer approves it within hours. */
  createOrder(order: {
    readonly amount: Money
    /** At most 127 characters, shown to the payer. */
    readonly description: string
    /** At most 127 characters. */
    readonly customId: string
    readonly requestId: string
    /** PayPal adds `token` (the order's id) and `PayerID`. */
    readonly returnUrl: string
    readonly cancelUrl: string
    readonly brand: string
  }): Promise<Result<PayPalOrder, PayPalFailure>>
  /** `notFound` once PayPal has deleted the order. */
  findOrder(id: string): Promise<Result<PayPalOrder, PayPalFailure>>
  /**
   * Captures the payment of an approved order, once per `requestId`. `refused` with PayPal's issue: ORDER_NOT_APPROVED,
   * ORDER_ALREADY_CAPTURED or, if the payer can choose another payment method at the same address, INSTRUMENT_DECLINED.
   */
  captureOrder(id: string, requestId: string): Promise<Result<PayPalOrder, PayPalFailure>>
  findCapture(id: string): Promise<Result<PayPalCapture, PayPalFailure>>
}

const ordersPath = '/v2/checkout/orders'
const toOrderPath = (id: string) => `${ordersPath}/${encodeURIComponent(id)}`

export function createPayPalOrders(rest: PayPalRest): PayPalOrders {
  const request = createReader(rest)
  return {
    createOrder: ({ amount, description, customId, requestId, returnUrl, cancelUrl, brand }) =>
      request(orderSchema, {
        method: 'POST',
        path: ordersPath,
        requestId,
        body: {
          intent: 'CAPTURE',
          purchase_units: [
            { amount: formatPayPalAmount(amount), description, custom_id: customId },
          ],
          payment_source: {
            paypal: {
              experience_context: {
                brand_name: brand,
                shipping_preference: 'NO_SHIPPING',
                user_action: 'PAY_NOW',
                return_url: returnUrl,
                cancel_url: cancelUrl,
              },
            },
          },
        },
      }),
    findOrder: (id) => request(orderSchema, { method: 'GET', path: toOrderPath(id) }),
    captureOrder: (id, requestId) =>
      request(orderSchema, {
        method: 'POST',
        path: `${toOrderPath(id)}/capture`,
        requestId,
        body: {},
      }),
    findCapture: (id) => request(captureSchema, { method: 'GET', path: payPalCapturePath(id) }),
  }
}
