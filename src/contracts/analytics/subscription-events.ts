import { z } from 'zod'
import { planIds } from '../../domain/plan.ts'

const none = z.object({})
const plan = z.object({ plan: z.enum(planIds) })

/** The way into a subscription, through it and out of it; gifts and recommendations. */
export const subscriptionEvents = {
  'Paywall Viewed': z.object({ slug: z.string().min(1).max(120) }),
  'Failed Payments Wall Viewed': z.object({ slug: z.string().min(1).max(120) }),
  'Subscription Selected': plan,
  /** `method`: `card` where a card paid, else the funding source in PayPal's word: `paypal`, `venmo`. */
  'Payment Info Entered': plan.extend({ method: z.string().regex(/^[a-z_]{1,20}$/) }),
  'Progressed to Name Step': none,
  'Trial Started': plan,
  'Purchase Completed': plan,
  'Cancel Started': none,
  'Reason Chosen': z.object({ reason: z.string().min(1).max(60) }),
  'Cancel Selected': none,
  'Pause Selected': none,
  'Cancel Confirmed': none,
  'Offer Confirmed': none,
  'Gift Subscription Sent': none,
  'Referral Link Shared': z.object({ channel: z.string().min(1).max(40) }),
} as const
