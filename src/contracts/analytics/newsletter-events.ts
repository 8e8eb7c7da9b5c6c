import { z } from 'zod'

/** The only events that contain an address (see functions/analytics). */
const addressSchema = z.email().max(320)
const noAddressSchema = z.literal('')

const collectedEmailSchema = z.object({
  email: addressSchema,
  referral: z.boolean(),
  referred_email: z.union([addressSchema, noAddressSchema]),
})

/** Has the address only if the reader asked for The Weekly too: it isn't kept otherwise. */
const unlockedByEmailSchema = collectedEmailSchema.extend({
  email: z.union([addressSchema, noAddressSchema]),
})

export const newsletterEvents = {
  'Newsletter Subscribed': collectedEmailSchema,
  'Email Collected from Popup': collectedEmailSchema,
  'Referred Article Email Capture': unlockedByEmailSchema,
  'Unlocked Article Email Capture': unlockedByEmailSchema,
} as const
