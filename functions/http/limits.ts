/**
 * What each rate limit counts, by the bindings of wrangler.toml: the calls of one signed-in reader, those
 * of all readers of a network, and those of its guests. Thousands of readers of a mobile carrier may
 * share an IPv4 address, so a network's ceiling is high where calls are cheap, and as low as is usable
 * where they aren't.
 */
export const limits = {
  /** Calls that cost guests' visits no database read. */
  READ_LIMIT: { reader: 'READ_LIMIT', readers: 'READ_CEILING', guests: 'READ_CEILING' },
  /** Calls that do, or that have PayPal asked or a picture cut. */
  LOOK_UP_LIMIT: { reader: 'READ_LIMIT', readers: 'READ_CEILING', guests: 'LOOK_UP_CEILING' },
  /** Calls that open a session, begin or end a purchase, read or delete a whole account, or rate a story. */
  SIGN_IN_LIMIT: { reader: 'SIGN_IN_LIMIT', readers: 'SIGN_IN_CEILING', guests: 'SIGN_IN_CEILING' },
  /** Forms that send an email or store an address. JOIN_LIMIT also bounds each address (guards.ts). */
  JOIN_LIMIT: { reader: 'JOIN_LIMIT', readers: 'JOIN_CEILING', guests: 'JOIN_CEILING' },
} as const

export type CallerLimit = keyof typeof limits

/**
 * Every binding that the Worker needs. The desk, PayPal and forms without a bot check are counted by
 * network, whoever is logged in.
 */
export const limitBindings: readonly string[] = [
  ...new Set(Object.values(limits).flatMap((limit) => Object.values(limit))),
  'DESK_LIMIT',
  'FORGERY_LIMIT',
  'UNCHECKED_LIMIT',
]
