/**
 * `newsletterEmails/{hash of the address}`: the emails that sign-ups have caused. Anyone can type an address, so
 * there are few, however many people type it. Not in the list's entry, which may be deleted and made again.
 */
import { z } from 'zod'
import type { NewsletterEntry } from './newsletter-entry.ts'
import { isSuppressed } from './suppression.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** The latest `count` emails within `milliseconds` leave no room for another. */
const limits = [
  { count: 1, milliseconds: 10 * minute },
  { count: 3, milliseconds: day },
  { count: 10, milliseconds: 30 * day },
] as const

/** For an address that has complained, or doesn't exist. */
const suppressedLimits = [{ count: 1, milliseconds: 30 * day }] as const

const storedDays = 30

export const newsletterEmailsSchema = z.object({
  /** Each caused an email, the latest last. */
  requestedAt: z.array(z.date()).max(10),
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
  if (emails && !isWithinLimits(earlier, entry, now)) return emails
  return {
    requestedAt: [...earlier, now].slice(-10),
    isPending: true,
    pendingSince: now,
    dueAt: now,
    attempts: 0,
  }
}

function isWithinLimits(earlier: readonly Date[], entry: NewsletterEntry | null, now: Date) {
  const isUnwelcome = entry !== null && (entry.complainedAt ?? entry.hardBouncedAt) !== null
  return (isUnwelcome ? suppressedLimits : limits).every(
    ({ count, milliseconds }) =>
      earlier.filter((at) => now.getTime() - at.getTime() < milliseconds).length < count,
  )
}

/** Nothing is left to send. */
export function finishEmail({ requestedAt }: NewsletterEmails): NewsletterEmails {
  const pendingSince = requestedAt.at(-1)!
  const dueAt = new Date(pendingSince.getTime() + storedDays * day)
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
