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
  /** Requests that each caused an email, the latest last. */
  requestedAt: z.array(z.date()).max(maxEmailTimes),
  /** Whether the latest is still to be sent. */
  isPending: z.boolean(),
  /** The latest request that the limits didn't allow yet. Its email is sent, and counted, when they do. */
  postponed: z.object({ addressHash: z.string(), requestedAt: z.date() }).nullable().default(null),
  /** The time since which the email has been pending. */
  pendingSince: z.date(),
  /** When the cron job sends it or, if it is sent, removes the document. */
  dueAt: z.date(),
  attempts: z.int(),
})
export type NewsletterEmails = z.infer<typeof newsletterEmailsSchema>

type EmailRequest = {
  readonly addressHash: string
  readonly entry: NewsletterEntry | null
  /** The default is now. */
  readonly requestedAt?: Date
}

/** If the limits don't allow the email now, it waits for them. One waits at most, however many were requested. */
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

/** Nothing is left to send, but one that the limits have postponed. */
export function finishEmail(emails: NewsletterEmails): NewsletterEmails {
  const { requestedAt, postponed } = emails
  const dueAt = postponed
    ? getNextEmailAt(requestedAt, emailLimits.typed)
    : getEmailTimesEnd(requestedAt.at(-1)!)
  return waitUntil({ ...emails, isPending: false }, dueAt)
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
