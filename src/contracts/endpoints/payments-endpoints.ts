import { z } from 'zod'
import { planIds } from '../../domain/subscription/plan.ts'
import { currency } from '../../publication/offer.ts'
import { defineEndpoint } from './endpoint.ts'

const paymentSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  plan: z.enum(planIds),
  minorUnits: z.int(),
  currency: z.literal(currency),
  /** The part returned, or about to be returned, as referral credit. In minor units. */
  credit: z.int(),
  /** The part returned for months that the reader was given, plus anything above the price. In minor units. */
  share: z.int(),
  excess: z.int(),
  /** Any other part that was refunded. In minor units. */
  refunded: z.int(),
  /** Ignores parts returned as credit, for months or as an excess. */
  state: z.enum(['paid', 'pending', 'declined', 'refunded', 'partlyRefunded']),
})
export type Payment = z.infer<typeof paymentSchema>

export const subscriptionHistoryKinds = [
  'started',
  'renewed',
  'cancelled',
  'paused',
  'offerAccepted',
  'resumed',
  'paymentFailed',
  'paymentFixed',
  'refunded',
  'disputed',
  'disputeWon',
  'complimentary',
  'giftRedeemed',
  'giftEnded',
  'giftRestored',
  'planChanged',
  'ended',
] as const

export const paymentsResponseSchema = z.object({
  payments: z.array(paymentSchema),
  history: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.enum(subscriptionHistoryKinds),
      plan: z.enum(planIds).nullable(),
    }),
  ),
})
export type PaymentsResponse = z.infer<typeof paymentsResponseSchema>

export const paymentsEndpoints = [
  defineEndpoint('GET /api/subscription/payments', {
    summary: 'lists the reader’s payments, the latest first, and the history of their subscription',
    caller: 'reader',
    limit: ['SIGN_IN_LIMIT', 'payments'],
    response: paymentsResponseSchema,
  }),
]
