/**
 * GET /api/subscription: where the caller stands, and what they may do about it. A guest gets
 * `notSubscribed`. Answered from the pass as long as that is fresh, without a database read.
 *
 * PATCH takes one of those steps, and answers as GET does, with the standing that follows. Taken
 * twice, or in another tab meanwhile, a step that has been taken already is `not_possible`. Errors:
 * `bad_request`, `signed_out`, `not_possible`, `payment_declined` (for `mend`), `unavailable`.
 */
import { z } from 'zod'
import { planIds } from '../domain/plan.ts'
import { subscriptionDetails, subscriptionStatuses } from '../domain/subscription-status.ts'
import { pauseMonths, readerSteps } from '../domain/subscription-steps.ts'

export const subscriptionResponseSchema = z.object({
  status: z.enum(subscriptionStatuses),
  detail: z.enum(subscriptionDetails),
  signedIn: z.boolean(),
  /** Whether closed articles are open to the caller. */
  entitled: z.boolean(),
  /** ISO 8601 instant at which access ends unless renewed, or null. */
  until: z.iso.datetime().nullable(),
  /** What was bought; null for who has never bought anything. */
  plan: z.enum(planIds).nullable(),
  /** ISO 8601 instant at which what is paid for or given ends, and a running one renews; null as `plan`. */
  paidThrough: z.iso.datetime().nullable(),
  /** ISO 8601 instant at which billing starts again that is paused, or held for the free month. */
  resumesAt: z.iso.datetime().nullable(),
  /** ISO 8601 instant at which the free month ends, until it has passed; null without one. */
  freeUntil: z.iso.datetime().nullable(),
  /** What the reader may do next. */
  may: z.array(z.enum(readerSteps)),
})
export type SubscriptionResponse = z.infer<typeof subscriptionResponseSchema>

export const subscriptionStepSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('cancel') }),
  z.strictObject({ step: z.literal('pause'), months: z.literal(pauseMonths) }),
  z.strictObject({ step: z.literal('takeOffer') }),
  z.strictObject({ step: z.literal('reactivate') }),
  /** Has the payment that failed tried again. */
  z.strictObject({ step: z.literal('mend') }),
])
export type SubscriptionStep = z.infer<typeof subscriptionStepSchema>
