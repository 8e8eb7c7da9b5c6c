/** The subscriptions and payments that the ledger stores, and the events that it emits. */
import { z } from 'zod'
import { providerStatuses } from '../../../../src/domain/subscription/provider-subscription.ts'

const instant = z.iso.datetime()

const payerSchema = z.object({
  /** PayPal's id of the account; omitted, it follows from the address. */
  id: z.string().optional(),
  email: z.string(),
  givenName: z.string(),
  surname: z.string(),
  byCard: z.boolean(),
})
export type Payer = z.infer<typeof payerSchema>

const subscriptionSchema = z.object({
  id: z.string(),
  planId: z.string(),
  customId: z.string(),
  status: z.enum(providerStatuses),
  statusChangedAt: instant,
  createdAt: instant,
  /** The first billing date; null for immediately. */
  startsAt: instant.nullable().default(null),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  payer: payerSchema.nullable(),
  /** PayPal omits it for suspended and ended subscriptions. */
  nextBillingAt: instant.nullable(),
  cyclesCompleted: z.int(),
  lastPayment: z.object({ at: instant, value: z.string() }).nullable(),
  failedPayments: z.int(),
  lastFailedAt: instant.nullable(),
  /** Whether payments are declined. */
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

/** A subscription to add with a history, for samples and tests. */
export const importedSchema = z.object({
  subscription: subscriptionSchema,
  payments: z.array(paymentSchema),
})
export type ImportedSubscription = z.infer<typeof importedSchema>

export const ledgerStateSchema = z.object({
  subscriptions: z.array(subscriptionSchema),
  payments: z.array(paymentSchema),
  /** Subscription ids by `PayPal-Request-Id`. */
  requests: z.record(z.string(), z.string()),
  /** Outcomes by disputed payment; null while open. */
  disputes: z.record(z.string(), z.enum(['won', 'lost']).nullable()).default({}),
})

/** An event for a webhook. */
export type ProviderEvent =
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
