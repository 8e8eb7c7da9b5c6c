/** The list of The Weekly: who is on it, and what joining does to it. */
import { z } from 'zod'

/** As lists keep it: readers write the same address in several ways. */
export const emailSchema = z
  .string()
  .max(1000)
  .transform((typed) => typed.trim().normalize('NFC').toLowerCase())
  // The most that mail can carry: RFC 5321, section 4.5.3.1.3.
  .pipe(z.email().max(254))

/** The forms through which readers join. */
export const newsletterSources = ['footer', 'newsletter'] as const
export type NewsletterSource = (typeof newsletterSources)[number]

/** `newsletter/{hash of the address}`. */
export const newsletterReaderSchema = z.object({
  email: emailSchema,
  /** `pending`: asked for the letter, and has not yet said that the address is theirs. */
  state: z.enum(['pending', 'confirmed', 'unsubscribed']),
  source: z.enum(newsletterSources),
  /** When they asked; with what the server saw of them then, the record of their consent. */
  consentedAt: z.date(),
  ip: z.string().max(45),
  userAgent: z.string().max(512),
})
export type NewsletterReader = z.infer<typeof newsletterReaderSchema>

/**
 * Whether one who asks begins anew as `pending`. Whoever waits or reads already stays as they are,
 * consent and all. Whoever left has to be able to come back, and to confirm it again, because
 * anybody can type an address.
 */
export function beginsAnew(state: NewsletterReader['state'] | null): boolean {
  return state === null || state === 'unsubscribed'
}
