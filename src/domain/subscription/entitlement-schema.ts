import { z } from 'zod'
import { planIds } from './plan.ts'
import { subscriptionDetails, subscriptionStatuses } from './subscription-status.ts'
import { readerSteps } from './subscription-steps.ts'

/** Describes an entitlement (entitlement.ts), as the Worker computes it, sends it and stores it in the pass. */
export const createEntitlementSchema = <Time extends z.ZodType>(time: Time) =>
  z.object({
    status: z.enum(subscriptionStatuses),
    detail: z.enum(subscriptionDetails),
    entitled: z.boolean(),
    /** When access ends, perhaps temporarily, unless something changes; null if it doesn't end with time alone. */
    until: time.nullable(),
    /** The last plan bought; null if the reader has never had a subscription. */
    plan: z.enum(planIds).nullable(),
    /** The price of `plan` per period, in minor units; null without a plan. */
    price: z.int().min(0).nullable(),
    /** The plan that was paid for, while a new one waits for its first payment; null otherwise. */
    previousPlan: z.enum(planIds).nullable(),
    /** When the paid time ends (`getPaidEnd`); null without a plan. */
    paidThrough: time.nullable(),
    /** When a pause ends; null without one. */
    resumesAt: time.nullable(),
    /** PayPal's next charge, less the share for months in the time bank; null if nothing is planned. */
    nextPayment: z.object({ at: time, minorUnits: z.int() }).nullable(),
    /** Whole months in the time bank. */
    givenMonths: z.int().min(0),
    /** The end of the time from the bank that is used now or after the paid time; null while that time waits. */
    givenUntil: time.nullable(),
    allowedSteps: z.array(z.enum(readerSteps)).readonly(),
  })

export type Entitlement = Readonly<z.infer<ReturnType<typeof createEntitlementSchema<z.ZodDate>>>>
