/**
 * Recently joined addresses may all belong to one person, who can have any number and make them all bounce. Amazon
 * pauses senders at a bounce rate of 10 %.
 */
import { day } from '../duration.ts'
import type { NewsletterEntry } from '../newsletter/newsletter-entry.ts'

/** The number of days for which a reader counts as a newcomer. */
const newcomerDays = 90

/**
 * The minimum number of recipients who aren't newcomers. A smaller list is too young to distinguish its readers from
 * strangers.
 */
const minEstablished = 500

/**
 * The maximum share of doubtful newcomers, relative to the established recipients. A newcomer is doubtful if the
 * address is at a domain where one person can have any number of addresses, or is a second spelling of a mailbox.
 */
const doubtfulShare = 0.08

/** The maximum number of spellings of one mailbox's address, because its owner could report each as spam. */
const maxSpellings = 2

/** Returns when a reader joined, in milliseconds; null if that was long ago, or an import has added the address. */
export function getNewcomerSince(
  { deliveryChangedAt, confirmation, consentedAt }: NewsletterEntry,
  now: Date,
): number | null {
  const joinedAt = (confirmation?.consentedAt ?? consentedAt).getTime()
  const isRecent = now.getTime() - joinedAt < newcomerDays * day
  return deliveryChangedAt !== null && isRecent ? joinedAt : null
}

export type Newcomer = {
  /** The time in milliseconds. */
  readonly joinedAt: number
  /** Shared by all addresses that lead to one mailbox. */
  readonly inbox: string
  /**
   * Shared by the addresses of a domain where one person may have any number; null for other domains (findAliasDomain).
   */
  readonly domain: string | null
}

/**
 * Selects the last newcomers. Half of the places are for the first to join, so that they can't be displaced by many
 * others. The rest are for the first newcomer of each domain before the second of any, so that addresses at one domain
 * don't displace everybody else.
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

/** Selects the newcomers who aren't sent an issue. `recipients` contains all of the recipients. */
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
