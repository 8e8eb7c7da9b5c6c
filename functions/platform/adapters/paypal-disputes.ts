/** Source: `dispute` in customer_disputes_v1.json of PayPal's OpenAPI descriptions. */
import { z } from 'zod'
import { amountSchema, toMoney } from './paypal-payments.ts'

/** `partial`: lost, but PayPal has refunded less than the disputed amount. */
export type DisputeOutcome = 'open' | 'won' | 'lost' | 'partial'

/** Outcomes that return the money to the buyer. With any other outcome we keep it or get it back. */
const lostOutcomes = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

/** In minor units; null if PayPal doesn’t state the amount. */
const centsSchema = amountSchema
  .transform((amount) => toMoney(amount).minorUnits)
  .nullable()
  .catch(null)
  .default(null)

const resourceSchema = z.object({
  status: z.string(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string(), custom: z.string().default('') }))
    .min(1),
  dispute_amount: centsSchema,
  dispute_outcome: z
    .object({ outcome_code: z.string(), amount_refunded: centsSchema })
    .default({ outcome_code: '', amount_refunded: null }),
})

export const disputeSchema = resourceSchema.transform((dispute) => ({
  payment: dispute.disputed_transactions[0]!.seller_transaction_id,
  customId: dispute.disputed_transactions[0]!.custom,
  refunded: dispute.dispute_outcome.amount_refunded,
  outcome: findOutcome(dispute),
}))
export type PayPalDispute = z.output<typeof disputeSchema>

function findOutcome(dispute: z.output<typeof resourceSchema>): DisputeOutcome {
  const { status, dispute_amount: disputed, dispute_outcome } = dispute
  const { outcome_code, amount_refunded: refunded } = dispute_outcome
  if (status !== 'RESOLVED') return 'open'
  if (!lostOutcomes.includes(outcome_code)) return 'won'
  return disputed !== null && refunded !== null && refunded < disputed ? 'partial' : 'lost'
}
