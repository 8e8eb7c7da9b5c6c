import { z } from 'zod'
import { planIds } from '../domain/subscription/plan.ts'
import {
  subscriptionDetails,
  subscriptionStatuses,
} from '../domain/subscription/subscription-status.ts'
import {
  cancelReasons,
  pauseMonths,
  readerSteps,
} from '../domain/subscription/subscription-steps.ts'
import { defineEndpoint } from './endpoint.ts'

export const subscriptionResponseSchema = z.object({
  status: z.enum(subscriptionStatuses),
  detail: z.enum(subscriptionDetails),
  signedIn: z.boolean(),
  entitled: z.boolean(),
  /** When access ends unless renewed, or null. */
  until: z.iso.datetime().nullable(),
  /** Null without a subscription, now or before. */
  plan: z.enum(planIds).nullable(),
  /** The plan that was paid, until the first payment for a new one; null without a plan change. */
  previousPlan: z.enum(planIds).nullable(),
  /** When the paid or free period ends, and an active subscription renews; null if `plan` is. */
  paidThrough: z.iso.datetime().nullable(),
  /** When billing resumes after a pause or the free month; null if it isn't stopped. */
  resumesAt: z.iso.datetime().nullable(),
  /** When a current free month ends, or null. */
  freeUntil: z.iso.datetime().nullable(),
  /** When the time of redeemed gifts ends, or null. */
  giftUntil: z.iso.datetime().nullable(),
  allowedSteps: z.array(z.enum(readerSteps)),
})
export type SubscriptionResponse = z.infer<typeof subscriptionResponseSchema>

const subscriptionStepSchema = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('cancel'),
    /** If the reader has chosen one. */
    reason: z.enum(cancelReasons).optional().catch(undefined),
  }),
  z.strictObject({ step: z.literal('pause'), months: z.literal(pauseMonths) }),
  z.strictObject({ step: z.literal('acceptOffer') }),
  z.strictObject({ step: z.literal('reactivate') }),
  z.strictObject({ step: z.literal('retryPayment') }),
])
export type SubscriptionStep = z.infer<typeof subscriptionStepSchema>

export const subscriptionEndpoints = [
  defineEndpoint('GET /api/subscription', {
    summary: 'returns the caller’s subscription status, and what they can do next',
    caller: 'page',
    identify: 'pass',
    limit: ['READ_LIMIT', 'api'],
    response: subscriptionResponseSchema,
  }),
  /** `not_possible`: already done, perhaps in another tab. */
  defineEndpoint('PATCH /api/subscription', {
    summary: 'cancels, pauses, reactivates, accepts the offer or retries the payment',
    caller: 'reader',
    limit: ['SIGN_IN_LIMIT', 'subscription'],
    request: subscriptionStepSchema,
    maxBytes: 1024,
    response: subscriptionResponseSchema,
    errors: ['not_possible', 'payment_declined'],
    example: { step: 'pause', months: 1 },
  }),
]
