import { z } from 'zod'
import { emailSchema } from '../../domain/email-schema.ts'

const noAddressSchema = z.literal('')

/** The address in the only events that contain one (see functions/statistics/collecting). */
const collectedEmailSchema = z.object({
  email: emailSchema,
  referral: z.boolean(),
  referred_email: z.union([emailSchema, noAddressSchema]),
})

/** Contains the address only if the reader also asked for The Weekly; otherwise the address isn't stored. */
const unlockedByEmailSchema = collectedEmailSchema.extend({
  email: z.union([emailSchema, noAddressSchema]),
})

export const newsletterEvents = {
  'Newsletter Subscribed': collectedEmailSchema.describe(
    'The server has accepted a sign-up for The Weekly, by a form or a setting. It may still have to be confirmed.',
  ),
  'Email Collected from Popup': collectedEmailSchema.describe(
    'The server has accepted a sign-up from the panel at the end of a second article. Sent in place of “Newsletter Subscribed”.',
  ),
  'Referred Article Email Capture': unlockedByEmailSchema.describe(
    'The server has opened a friend’s story in return for an address.',
  ),
  'Unlocked Article Email Capture': unlockedByEmailSchema.describe(
    'The server has opened a story in return for an address.',
  ),
} as const
