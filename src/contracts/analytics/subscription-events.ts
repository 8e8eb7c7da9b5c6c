import { z } from 'zod'
import { optionKinds } from '../../domain/access.ts'
import { giftDeliveries } from '../../domain/gift/delivery-day.ts'
import { planIds } from '../../domain/subscription/plan.ts'

const emptySchema = z.object({})
const plan = z.object({ plan: z.enum(planIds) })

export const subscriptionEvents = {
  'Paywall Viewed': z
    .object({
      slug: z.string().min(1).max(120),
      /** The options that the paywall offered, in order; missing if its state wasn't known yet. */
      options: z.array(z.enum(optionKinds)).max(optionKinds.length).optional(),
    })
    .describe(
      'An article’s paywall is in view for a second, with its unlock options. Sent once per visit.',
    ),
  'Failed Payments Wall Viewed': z
    .object({ slug: z.string().min(1).max(120) })
    .describe(
      'The paywall of a reader whose payment has failed is in view for a second. Sent in place of “Paywall Viewed”.',
    ),
  'Subscription Selected': plan.describe(
    'A plan is chosen, on a page with plans or for a change of plan.',
  ),
  /** `method` is `card` or PayPal's name for the funding source: `paypal`, `venmo`. */
  'Payment Info Entered': plan
    .extend({ method: z.string().regex(/^[a-z_]{1,20}$/) })
    .describe(
      'PayPal has confirmed to the server that the payer has approved. Sent once per checkout.',
    ),
  'Progressed to Name Step': emptySchema.describe(
    'A guest who has paid is asked for their name. Sent once per checkout.',
  ),
  'Trial Started': plan.describe(
    'The server has confirmed that the subscription is active, and that its first payment follows a trial. Sent once per checkout.',
  ),
  'Purchase Completed': plan.describe(
    'The server has confirmed that the subscription is active and paid for. Sent once per checkout, but not for a change of plan.',
  ),
  'Cancel Started': emptySchema.describe(
    'A subscriber who can cancel sees a cancellation page. Sent once until the subscriber decides.',
  ),
  'Reason Chosen': z
    .object({ reason: z.string().min(1).max(60) })
    .describe('A reason for cancelling is chosen.'),
  'Cancel Selected': emptySchema.describe(
    'The page that confirms the cancellation is shown, or “Cancel now” has cancelled the subscription. Sent once until the subscriber decides.',
  ),
  'Pause Selected': emptySchema.describe(
    'The page that confirms a pause is shown. Sent once until the subscriber decides.',
  ),
  'Cancel Confirmed': emptySchema.describe('The server has cancelled the subscription.'),
  'Offer Confirmed': emptySchema.describe('The server has granted the retention offer.'),
  'Gift Subscription Sent': z
    .object({ delivery: z.enum(giftDeliveries) })
    .describe(
      'The server has confirmed that a gift is paid for. The card is emailed straight away, emailed on a chosen day, or given by the buyer. Sent once per gift.',
    ),
  'Referral Link Shared': z
    .object({ channel: z.string().min(1).max(40) })
    .describe(
      'The reader’s referral link was copied, or shared through the device’s own menu or a service.',
    ),
} as const
