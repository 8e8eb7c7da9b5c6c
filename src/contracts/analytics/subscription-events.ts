import { z } from 'zod'
import { wayKinds } from '../../domain/access.ts'
import { planIds } from '../../domain/subscription/plan.ts'

const emptySchema = z.object({})
const plan = z.object({ plan: z.enum(planIds) })

export const subscriptionEvents = {
  'Paywall Viewed': z.object({
    slug: z.string().min(1).max(120),
    /** What the wall offered, in order; missing if its state wasn't known yet. */
    options: z.array(z.enum(wayKinds)).max(wayKinds.length).optional(),
  }),
  'Failed Payments Wall Viewed': z.object({ slug: z.string().min(1).max(120) }),
  'Subscription Selected': plan,
  /** `method`: `card`, or PayPal's name of the funding source: `paypal`, `venmo`. */
  'Payment Info Entered': plan.extend({ method: z.string().regex(/^[a-z_]{1,20}$/) }),
  'Progressed to Name Step': emptySchema,
  'Trial Started': plan,
  'Purchase Completed': plan,
  'Cancel Started': emptySchema,
  'Reason Chosen': z.object({ reason: z.string().min(1).max(60) }),
  'Cancel Selected': emptySchema,
  'Pause Selected': emptySchema,
  'Cancel Confirmed': emptySchema,
  'Offer Confirmed': emptySchema,
  'Gift Subscription Sent': emptySchema,
  'Referral Link Shared': z.object({ channel: z.string().min(1).max(40) }),
} as const
