/**
 * `newsletterEmails/{hash of the inbox}`: the emails that sign-ups have caused. Not in the list's entry, which may be
 * deleted and made again, and is one for each spelling of the inbox's address.
 */
import { z } from 'zod'
import {
  addEmailTime,
  emailLimits,
  getEmailTimesEnd,
  getNextEmailAt,
  maxEmailTimes,
} from '../email-limits.ts'
import type { NewsletterEntry } from './newsletter-entry.ts'
import { isSuppressed } from './suppression.ts'

export const newsletterEmailsSchema = z.object({
  /** Id of the entry of the latest request's address. Null in a record of an earlier version, whose own id it is. */
  addressHash: z.string().nullable().default(null),
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
  { addressHash, entry }: { readonly addressHash: string; readonly entry: NewsletterEntry | null },
  now: Date,
): NewsletterEmails {
  const earlier = emails?.requestedAt ?? []
  const isUnwelcome = entry !== null && (entry.complainedAt ?? entry.hardBouncedAt) !== null
  const limits = isUnwelcome ? emailLimits.unwelcome : emailLimits.typed
  if (emails && getNextEmailAt(earlier, limits) > now) return emails
  return {
    addressHash,
    requestedAt: addEmailTime(earlier, now),
    isPending: true,
    pendingSince: now,
    dueAt: now,
    attempts: 0,
  }
}

/** Nothing is left to send. */
export function finishEmail({ addressHash, requestedAt }: NewsletterEmails): NewsletterEmails {
  const dueAt = getEmailTimesEnd(requestedAt.at(-1)!)
  return { addressHash, requestedAt, isPending: false, pendingSince: dueAt, dueAt, attempts: 0 }
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
