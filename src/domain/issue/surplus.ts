/**
 * Addresses that have joined lately may be one person's, who can have any number and make each of them bounce. Amazon pauses
 * senders at 10 %.
 */
import { day } from '../duration.ts'
import type { NewsletterEntry } from '../newsletter/newsletter-entry.ts'

/** Days. */
const newcomerDays = 90

/** Recipients that aren't newcomers, below which a list is too young to tell its readers from strangers. */
const minEstablished = 500

/**
 * Newcomers who get an issue at domains that aren't a mailbox provider's (mailbox-providers.ts), and with a further spelling
 * of one mailbox, together: this many, or this share of the established recipients.
 */
const limit = { count: 50, share: 0.08 } as const

/** When a reader joined, in milliseconds; null if that's long ago, or if an import has added the address. */
export function getNewcomerSince(
  { deliveryChangedAt, confirmation, consentedAt }: NewsletterEntry,
  now: Date,
): number | null {
  const joinedAt = (confirmation?.consentedAt ?? consentedAt).getTime()
  const isRecent = now.getTime() - joinedAt < newcomerDays * day
  return deliveryChangedAt !== null && isRecent ? joinedAt : null
}

export type Newcomer = {
  /** Milliseconds. */
  readonly joinedAt: number
  /** Shared by the addresses that lead to one mailbox. */
  readonly inbox: string
  readonly isAtProvider: boolean
}

/** Those whom an issue isn't sent to: the last to join. `recipients`: all of the issue. */
export function selectSurplus<Recipient extends Newcomer>(
  newcomers: readonly Recipient[],
  recipients: number,
): Recipient[] {
  const established = recipients - newcomers.length
  if (established < minEstablished) return []
  const inboxes = new Set<string>()
  const doubtful = newcomers
    .toSorted((one, other) => one.joinedAt - other.joinedAt)
    .filter(({ inbox, isAtProvider }) => {
      const isFirst = !inboxes.has(inbox)
      inboxes.add(inbox)
      return !isAtProvider || !isFirst
    })
  return doubtful.slice(Math.max(limit.count, Math.floor(limit.share * established)))
}
