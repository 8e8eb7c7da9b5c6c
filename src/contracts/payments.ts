/**
 * GET /api/subscription/payments: what the reader has paid, as the provider tells it, the latest first,
 * and what else has happened to their subscription. Errors: `signed_out`, `unavailable`.
 */
import { z } from 'zod'
import { planIds } from '../domain/plan.ts'

export const paymentSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  plan: z.enum(planIds),
  minorUnits: z.int(),
  currency: z.literal('USD'),
  state: z.enum(['paid', 'pending', 'declined', 'refunded', 'partlyRefunded']),
})
export type Payment = z.infer<typeof paymentSchema>

/** What readers are told of their subscription's past. */
export const happenings = [
  'started',
  'renewed',
  'cancelled',
  'paused',
  'offerTaken',
  'resumed',
  'paymentFailed',
  'paymentMended',
  'refunded',
  'disputed',
  'disputeWon',
  'complimentary',
  'ended',
] as const

export const paymentsResponseSchema = z.object({
  payments: z.array(paymentSchema),
  history: z.array(
    z.object({
      at: z.iso.datetime(),
      what: z.enum(happenings),
      plan: z.enum(planIds).nullable(),
    }),
  ),
})
export type PaymentsResponse = z.infer<typeof paymentsResponseSchema>
