import { z } from 'zod'

/** The only events that contain an address (see functions/analytics). */
const collectedEmailSchema = z.object({
  email: z.email().max(320),
  referral: z.boolean(),
  referred_email: z.union([z.email().max(320), z.literal('')]),
})

export const newsletterEvents = {
  'Newsletter Subscribed': collectedEmailSchema,
  'Email Collected from Popup': collectedEmailSchema,
  'Referred Article Email Capture': collectedEmailSchema,
  'Unlocked Article Email Capture': collectedEmailSchema,
} as const
