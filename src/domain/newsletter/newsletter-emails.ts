/**
 * `newsletterEmails/{hash of the address}`: the emails that sign-ups have caused. Not in the list's entry, which may
 * be deleted and made again.
 */
import { z } from 'zod'
import { addEmailTime, getEmailTimesEnd, isEmailAllowed, maxEmailTimes } from '../email-limits.ts'
import type { NewsletterEntry } from './newsletter-entry.ts'
import { isSuppressed } from './suppression.ts'

export const newsletterEmailsSchema = z.object({
  /** Each caused an email, the latest last. */
  requestedAt: z.array(z.date()).max(maxEmailTimes),
  /** Whether the latest is still to be sent. */
  isPending: z.boolean(),
  /** Since when it is. */
  pendingSince: z.date(),
  /** When the cron job sends it or, if it is sent, removes the document. */
  dueAt: z.date(),
  attempts: z.int(),
})
export type NewsletterEmails = z.infer<typeof newsletterEmailsSchema>

/** The same if the limits don't allow an email. */
export function requestEmail(
  emails: NewsletterEmails | null,
  entry: NewsletterEntry | null,
  now: Date,
): NewsletterEmails {
  const earlier = emails?.requestedAt ?? []
  const isUnwelcome = entry !== null && (entry.complainedAt ?? entry.hardBouncedAt) !== null
  if (emails && !isEmailAllowed(earlier, now, { isUnwelcome })) return emails
  return {
    requestedAt: addEmailTime(earlier, now),
    isPending: true,
    pendingSince: now,
    dueAt: now,
    attempts: 0,
  }
}

/** Nothing is left to send. */
export function finishEmail({ requestedAt }: NewsletterEmails): NewsletterEmails {
  const dueAt = getEmailTimesEnd(requestedAt.at(-1)!)
  return { requestedAt, isPending: false, pendingSince: dueAt, dueAt, attempts: 0 }
}

/** Null if the request was settled before its email was sent. */
export function chooseEmail(
  entry: NewsletterEntry,
  requestedAt: Date,
): 'confirmation' | 'alreadySubscribed' | null {
  if (entry.state === 'unsubscribed') return null
  if (entry.state === 'pending') return 'confirmation'
  if ((entry.confirmation ?? entry).consentedAt > requestedAt) return null
  return isSuppressed(entry, requestedAt) ? 'confirmation' : 'alreadySubscribed'
}
