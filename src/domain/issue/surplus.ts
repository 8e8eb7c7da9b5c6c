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
 * The share of the established recipients up to which newcomers get an issue whose domain lets somebody have any number of
 * addresses, and those with a second spelling of one mailbox, together.
 */
const doubtfulShare = 0.08

/** Spellings of the address of one mailbox, whose owner could report each as spam. */
const maxSpellings = 2

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
  /** Shared by the addresses of a domain where somebody may have any number; null elsewhere (findAliasDomain). */
  readonly domain: string | null
}

/**
 * Half of the places go to the first to join, so that they can't be displaced by many others; the rest to the first of
 * each domain before the second of any, so that addresses at one domain don't make everybody else wait.
 */
function selectLast<Recipient extends Newcomer>(
  recipients: readonly Recipient[],
  places: number,
): Recipient[] {
  const later = recipients.slice(Math.ceil(places / 2))
  const turns = [...Map.groupBy(later, ({ domain }) => domain).values()].flatMap((group) =>
    group.map((recipient, turn) => ({ recipient, turn })),
  )
  return turns
    .toSorted(
      (one, other) => one.turn - other.turn || one.recipient.joinedAt - other.recipient.joinedAt,
    )
    .slice(Math.floor(places / 2))
    .map(({ recipient }) => recipient)
}

/** Selects whom an issue isn't sent to. `recipients`: all of the issue. */
export function selectSurplus<Recipient extends Newcomer>(
  newcomers: readonly Recipient[],
  recipients: number,
): Recipient[] {
  const spellings = new Map<string, number>()
  const surplus: Recipient[] = []
  const doubtful: Recipient[] = []
  for (const one of newcomers.toSorted((left, right) => left.joinedAt - right.joinedAt)) {
    const count = (spellings.get(one.inbox) ?? 0) + 1
    spellings.set(one.inbox, count)
    if (count > maxSpellings) surplus.push(one)
    else if (one.domain || count > 1) doubtful.push(one)
  }
  const established = recipients - newcomers.length
  if (established < minEstablished) return surplus
  return [...surplus, ...selectLast(doubtful, Math.floor(doubtfulShare * established))]
}
