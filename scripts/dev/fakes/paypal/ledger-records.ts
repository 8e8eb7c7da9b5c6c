/** The subscriptions and payments that the ledger stores, and the events that it emits. */
import { z } from 'zod'
import {
  instant,
  payerSchema,
  type Subscription,
  subscriptionSchema,
} from './subscription-record.ts'

const paymentSchema = z.object({
  id: z.string(),
  /** A payment belongs to a subscription or to an order. */
  subscription: z.string().nullable(),
  order: z.string().nullable().default(null),
  at: instant,
  value: z.string(),
  status: z.enum(['PENDING', 'COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'REFUNDED']),
})
export type Payment = z.infer<typeof paymentSchema>

/** Outcomes when the merchant captures an order. */
export const captureOutcomes = ['paid', 'declined', 'pending'] as const

const orderSchema = z.object({
  id: z.string(),
  status: z.enum(['PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED']),
  value: z.string(),
  description: z.string(),
  customId: z.string(),
  createdAt: instant,
  approvedAt: instant.nullable(),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  brand: z.string(),
  payer: payerSchema.nullable(),
  captureOutcome: z.enum(captureOutcomes),
})
export type Order = z.infer<typeof orderSchema>

const refundSchema = z.object({
  id: z.string(),
  payment: z.string(),
  at: instant,
  value: z.string(),
})
export type Refund = z.infer<typeof refundSchema>

/** Money that a dispute has moved: PayPal keeps it, releases it, or returns it to the payer. */
const disputeMovementSchema = z.object({
  id: z.string(),
  payment: z.string(),
  at: instant,
  code: z.enum(['T1110', 'T1111', 'T1106']),
  cents: z.int(),
})
export type DisputeMovement = z.infer<typeof disputeMovementSchema>

/**
 * `partial`: the payer gets half of the money back. `none`: closed without a decision, because another one was opened.
 */
export const disputeOutcomes = ['won', 'lost', 'partial', 'none'] as const

/** A subscription to add with a history, for samples and tests. Omitted fields follow from the rest. */
export const importedSchema = z.object({
  subscription: subscriptionSchema,
  payments: z.array(paymentSchema),
  /** Ids of payments with an open dispute. */
  disputes: z.array(z.string()).default([]),
})
export type ImportedSubscription = z.input<typeof importedSchema>

/** The fate of a billing date that passes during a suspension. */
export const missedDatesModes = ['skip', 'charge'] as const
export type MissedDates = (typeof missedDatesModes)[number]

export const ledgerStateSchema = z.object({
  subscriptions: z.array(subscriptionSchema),
  payments: z.array(paymentSchema),
  orders: z.array(orderSchema).default([]),
  refunds: z.array(refundSchema).default([]),
  disputeMovements: z.array(disputeMovementSchema).default([]),
  /** Ids of refunds made by a bank. */
  reversals: z.array(z.string()).default([]),
  /** Ids of created objects, by `PayPal-Request-Id`. */
  requests: z.record(z.string(), z.string()),
  /** Outcomes by disputed payment, followed by “-2” and so on for its later disputes; null while open. */
  disputes: z.record(z.string(), z.enum(disputeOutcomes).nullable()).default({}),
  settings: z
    .object({
      missedDates: z.enum(missedDatesModes),
      /** Milliseconds for which a payment isn't reported yet. */
      staleDates: z.int().min(0),
    })
    .default({ missedDates: 'skip', staleDates: 0 }),
})

/** An event for a webhook. */
export type ProviderEvent =
  | { readonly type: `BILLING.SUBSCRIPTION.${string}`; readonly subscription: Subscription }
  | { readonly type: 'CHECKOUT.ORDER.APPROVED'; readonly order: Order }
  | {
      readonly type: 'PAYMENT.SALE.COMPLETED'
      readonly payment: Payment
      readonly subscription: Subscription
    }
  | {
      readonly type: `PAYMENT.CAPTURE.${'COMPLETED' | 'PENDING' | 'DENIED'}`
      readonly payment: Payment
      readonly order: Order
    }
  | {
      readonly type: `PAYMENT.${'SALE' | 'CAPTURE'}.${'REFUNDED' | 'REVERSED'}`
      readonly payment: Payment
      readonly refund: Refund
    }
  | Dispute
export type Dispute = {
  readonly type: `CUSTOMER.DISPUTE.${'CREATED' | 'RESOLVED'}`
  readonly payment: Payment
  /** PayPal's id of the dispute; a payment can have several. */
  readonly id: string
  readonly customId: string
  readonly outcome: (typeof disputeOutcomes)[number] | null
}
