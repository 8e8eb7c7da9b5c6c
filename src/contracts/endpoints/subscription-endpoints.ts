import { z } from 'zod'
import { planKinds } from '../../domain/subscription/offer.ts'
import { planIds } from '../../domain/subscription/plan.ts'
import { timeSources } from '../../domain/subscription/subscription.ts'
import {
  subscriptionDetails,
  subscriptionStatuses,
} from '../../domain/subscription/subscription-status.ts'
import {
  cancelReasons,
  type PauseMonths,
  readerSteps,
} from '../../domain/subscription/subscription-steps.ts'
import { upcomingKinds } from '../../domain/subscription/upcoming-kinds.ts'
import { pauseMonths } from '../../publication/offer.ts'
import { defineEndpoint } from './endpoint.ts'

const pauseMonthKeys = pauseMonths.map(String) as `${PauseMonths}`[]

const timestamp = z.iso.datetime()

/** In minor units, less anything that is returned for months that the reader was given. */
export const paymentSchema = z.object({ at: timestamp, minorUnits: z.int() })

export const subscriptionResponseSchema = z.object({
  status: z.enum(subscriptionStatuses),
  detail: z.enum(subscriptionDetails),
  signedIn: z.boolean(),
  entitled: z.boolean(),
  /** When access ends unless it's renewed; null if it doesn't end. */
  until: timestamp.nullable(),
  /** Null if the reader has never had a subscription. */
  plan: z.enum(planIds).nullable(),
  /** This reader's price per period, in minor units; null if `plan` is null. */
  price: z.int().min(0).nullable(),
  /** The plan that was paid for, until the first payment for a new one; null without a plan change. */
  previousPlan: z.enum(planIds).nullable(),
  /** When the paid time ends; null if `plan` is null. */
  paidThrough: timestamp.nullable(),
  /** When a pause ends; null without one. */
  resumesAt: timestamp.nullable(),
  /** PayPal's next charge; null if nothing is planned. */
  nextPayment: paymentSchema.nullable(),
  /** Whole months that the reader was given and hasn't used yet. */
  givenMonths: z.int().min(0),
  /** The end of the given time that is used now or after the paid time; null without any. */
  givenUntil: timestamp.nullable(),
  allowedSteps: z.array(z.enum(readerSteps)),
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

/** Defined as `Outlook` in src/domain/subscription/outlook.ts. */
const outlookSchema = z.object({
  isOpen: z.boolean(),
  closesAt: timestamp.nullable(),
  opensAt: timestamp.nullable(),
  nextPayment: paymentSchema.nullable(),
  givenMonths: z.int().min(0),
  /** The next twelve months, if every payment succeeds. */
  upcoming: z.array(
    z.object({
      at: timestamp,
      kind: z.enum(upcomingKinds),
      minorUnits: z.int(),
      months: z.int().min(0),
      sources: z.array(z.enum(timeSources)),
    }),
  ),
})
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
    summary: 'cancels, pauses, reactivates, accepts the offer or retries the payment',
    caller: 'reader',
    limit: ['SIGN_IN_LIMIT', 'subscription'],
    request: subscriptionStepSchema,
    maxBytes: 1024,
    response: subscriptionResponseSchema,
    errors: ['not_possible', 'payment_declined'],
    example: { step: 'pause', months: pauseMonths[0] },
  }),
]
