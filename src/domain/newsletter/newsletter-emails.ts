/**
 * `newsletterEmails/{hash of the inbox}`: the emails that sign-ups have caused. They are separate from the list's
 * entries, which may be deleted and created again, and exist for each spelling of the inbox's address.
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
  /** The entry id of the latest request's address. Null in an earlier version's record, whose own id is the entry's. */
  addressHash: z.string().nullable().default(null),
  /** The times of requests that each caused an email, in ascending order. */
  requestedAt: z.array(z.date()).max(maxEmailTimes),
  /** Whether the latest email hasn't been sent yet. */
  isPending: z.boolean(),
  /** The latest request that the limits haven't allowed yet. Its email is counted and sent once they allow it. */
  postponed: z.object({ addressHash: z.string(), requestedAt: z.date() }).nullable().default(null),
  /** When the email became pending. */
  pendingSince: z.date(),
  /** When the cron job sends the email or, if it has been sent, removes the document. */
  dueAt: z.date(),
  attempts: z.int(),
})
export type NewsletterEmails = z.infer<typeof newsletterEmailsSchema>

type EmailRequest = {
  readonly addressHash: string
  readonly entry: NewsletterEntry | null
  /** The time of the request; defaults to now. */
  readonly requestedAt?: Date
}

/** An email that the limits don't allow now is postponed. At most one is postponed, however many were requested. */
export function requestEmail(
  emails: NewsletterEmails | null,
  { addressHash, entry, requestedAt }: EmailRequest,
  now: Date,
): NewsletterEmails {
  const earlier = emails?.requestedAt ?? []
  const isUnwelcome = entry !== null && (entry.complainedAt ?? entry.hardBouncedAt) !== null
  const limits = isUnwelcome ? emailLimits.unwelcome : emailLimits.typed
  const nextAt = getNextEmailAt(earlier, limits)
  if (emails && nextAt > now) {
    if (emails.isPending && emails.addressHash === addressHash) return emails
    const postponed = { addressHash, requestedAt: requestedAt ?? now }
    return emails.isPending ? { ...emails, postponed } : waitUntil({ ...emails, postponed }, nextAt)
  }
  return {
    addressHash,
    requestedAt: addEmailTime(earlier, now),
    isPending: true,
    postponed: emails?.postponed?.addressHash === addressHash ? null : (emails?.postponed ?? null),
    pendingSince: now,
    dueAt: now,
    attempts: 0,
  }
}

const waitUntil = (emails: NewsletterEmails, dueAt: Date): NewsletterEmails => ({
  ...emails,
  pendingSince: dueAt,
  dueAt,
  attempts: 0,
})

/** Nothing is left to send, except an email postponed by the limits. */
export function finishEmail(emails: NewsletterEmails): NewsletterEmails {
  const { requestedAt, postponed } = emails
  const dueAt = postponed
    ? getNextEmailAt(requestedAt, emailLimits.typed)
    : getEmailTimesEnd(requestedAt.at(-1)!)
  return waitUntil({ ...emails, isPending: false }, dueAt)
}

/** Returns null if the request was settled before its email was sent. */
export function chooseEmail(
  entry: NewsletterEntry,
  requestedAt: Date,
): 'confirmation' | 'alreadySubscribed' | null {
  if (entry.state === 'unsubscribed') return null
  if (entry.state === 'pending') return 'confirmation'
  if ((entry.confirmation ?? entry).consentedAt > requestedAt) return null
  return isSuppressed(entry, requestedAt) ? 'confirmation' : 'alreadySubscribed'
}
