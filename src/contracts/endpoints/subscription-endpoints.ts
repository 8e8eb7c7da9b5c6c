import { z } from 'zod'
import { createOutlookSchema } from '../../domain/subscription/effect-kinds.ts'
import { createEntitlementSchema } from '../../domain/subscription/entitlement-schema.ts'
import { planKinds } from '../../domain/subscription/offer.ts'
import { planIds } from '../../domain/subscription/plan.ts'
import { cancelReasons, type PauseMonths } from '../../domain/subscription/subscription-steps.ts'
import { pauseMonths } from '../../publication/offer.ts'
import { defineEndpoint } from './endpoint.ts'

const pauseMonthKeys = pauseMonths.map(String) as `${PauseMonths}`[]

const timestamp = z.iso.datetime()

/** In minor units, less anything that is returned for months that the reader was given. */
export const paymentSchema = z.object({ at: timestamp, minorUnits: z.int() })

export const subscriptionResponseSchema = createEntitlementSchema(timestamp).extend({
  signedIn: z.boolean(),
})
export type SubscriptionResponse = z.infer<typeof subscriptionResponseSchema>

const subscriptionStepSchema = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('cancel'),
    /** The reason for cancelling, if the reader has chosen one. */
    reason: z.enum(cancelReasons).optional().catch(undefined),
  }),
  z.strictObject({ step: z.literal('pause'), months: z.literal(pauseMonths) }),
  z.strictObject({ step: z.literal('acceptOffer') }),
  z.strictObject({ step: z.literal('reactivate') }),
  z.strictObject({ step: z.literal('retryPayment') }),
])
export type SubscriptionStep = z.infer<typeof subscriptionStepSchema>

const outlookSchema = createOutlookSchema(timestamp)
export type OutlookResponse = z.infer<typeof outlookSchema>

const outlookResponseSchema = z.object({
  now: outlookSchema,
  /** The outlook after each step; an impossible step is missing. */
  steps: z.object({
    cancel: outlookSchema.optional(),
    acceptOffer: outlookSchema.optional(),
    reactivate: outlookSchema.optional(),
    /** The outlook for each possible pause, by its number of months. */
    pause: z.partialRecord(z.enum(pauseMonthKeys), outlookSchema),
  }),
  /** Defined by `describePlanStarts` in src/domain/subscription/plan-change.ts. */
  planStarts: z.partialRecord(
    z.enum(planKinds),
    z.object({ plan: z.enum(planIds), startsAt: timestamp.nullable() }),
  ),
  /** The amount of a failed payment in minor units; null if none has failed. */
  amountDue: z.int().nullable(),
})
export type SubscriptionOutlookResponse = z.infer<typeof outlookResponseSchema>

export const subscriptionEndpoints = [
  defineEndpoint('GET /api/subscription', {
    summary: 'returns the caller’s subscription status, and what they can do next',
    caller: 'page',
    identify: 'pass',
    limit: ['READ_LIMIT', 'api'],
    response: subscriptionResponseSchema,
  }),
  defineEndpoint('GET /api/subscription/outlook', {
    summary:
      'returns what will happen to the reader’s subscription, now and after each possible step',
    caller: 'reader',
    limit: ['READ_LIMIT', 'api'],
    response: outlookResponseSchema,
  }),
  /** `not_possible`: the step has already been taken, perhaps in another tab. */
  defineEndpoint('PATCH /api/subscription', {
    summary:
      'cancels, pauses or reactivates the subscription, accepts the offer or retries the payment',
    caller: 'reader',
    limit: ['SIGN_IN_LIMIT', 'subscription'],
    request: subscriptionStepSchema,
    maxBytes: 1024,
    response: subscriptionResponseSchema,
    errors: ['not_possible', 'payment_declined'],
    example: { step: 'pause', months: pauseMonths[0] },
  }),
]
