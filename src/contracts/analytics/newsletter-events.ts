import { z } from 'zod'

/** An address that a reader has given. The only events that carry one: see the collector. */
const collected = z.object({
  email: z.email().max(320),
  referral: z.boolean(),
  referred_email: z.union([z.email().max(320), z.literal('')]),
})

export const newsletterEvents = {
  'Newsletter Subscribed': collected,
  'Email Collected from Popup': collected,
  'Referred Article Email Capture': collected,
  'Unlocked Article Email Capture': collected,
} as const
