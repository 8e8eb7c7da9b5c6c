import { z } from 'zod'
import { subscriptionDetails, subscriptionStatuses } from '../domain/subscription-status.ts'

/** GET /api/subscription: where the caller stands. A guest gets `notSubscribed`. */
export const subscriptionResponseSchema = z.object({
  status: z.enum(subscriptionStatuses),
  detail: z.enum(subscriptionDetails),
  signedIn: z.boolean(),
  /** Whether closed articles are open to the caller. */
  entitled: z.boolean(),
  /** ISO 8601 instant at which access ends unless renewed, or null. */
  until: z.iso.datetime().nullable(),
})
export type SubscriptionResponse = z.infer<typeof subscriptionResponseSchema>
