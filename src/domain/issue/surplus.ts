/**
 * Recent addresses (audience.ts) may be one person's, who can have any number and make each of them bounce. Amazon reviews
 * senders from 5 % on, and pauses them at 10 %.
 */

/** Spellings of the address of one mailbox. */
const maxPerInbox = 2

/** Recipients that aren't recent, below which a list is too young to tell its readers from strangers. */
const minEstablished = 500

/**
 * At domains that aren't a mailbox provider's (mailbox-providers.ts), together: this many, or this share of the established
 * recipients, or as many as have joined at providers, where somebody had to open each mailbox.
 */
const elsewhere = { count: 20, share: 0.04 } as const

export type RecentRecipient = {
  /** Milliseconds. */
  readonly joinedAt: number
  /** Shared by the addresses that lead to one mailbox. */
  readonly inbox: string
  readonly isAtProvider: boolean
}

/** Those whom an issue isn't sent to: the last to join. `recipients`: all of the issue. */
export function selectSurplus<Recipient extends RecentRecipient>(
  recent: readonly Recipient[],
  recipients: number,
): Recipient[] {
  const sorted = recent.toSorted((one, other) => one.joinedAt - other.joinedAt)
  const atProviders = Map.groupBy(
    sorted.filter(({ isAtProvider }) => isAtProvider),
    ({ inbox }) => inbox,
  )
  const spellings = [...atProviders.values()].flatMap((all) => all.slice(maxPerInbox))
  const others = sorted.filter(({ isAtProvider }) => !isAtProvider)
  const established = recipients - recent.length
  if (established < minEstablished) return spellings
  const max = Math.max(elsewhere.count, Math.floor(elsewhere.share * established), atProviders.size)
  return [...spellings, ...others.slice(max)]
}
