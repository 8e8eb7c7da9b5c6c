import type { LimitName } from '../../../src/contracts/endpoints/endpoint.ts'

/**
 * Bindings of wrangler.toml. Thousands of readers of a mobile carrier may share an IPv4 address, so
 * networks have high limits where calls are cheap.
 */
export const rateLimits = {
  /** Calls that cost no database read for guests. */
  READ_LIMIT: { reader: 'READ_LIMIT', readers: 'READ_CEILING', guests: 'READ_CEILING' },
  /** Calls that read the database or resize an image. */
  LOOK_UP_LIMIT: { reader: 'READ_LIMIT', readers: 'READ_CEILING', guests: 'LOOK_UP_CEILING' },
  /** Calls that open sessions, change purchases, read or delete accounts, or rate articles. */
  SIGN_IN_LIMIT: { reader: 'SIGN_IN_LIMIT', readers: 'SIGN_IN_CEILING', guests: 'SIGN_IN_CEILING' },
  /** Forms that send an email or store an address; each address is limited too (src/domain/email-limits.ts). */
  JOIN_LIMIT: { reader: 'JOIN_LIMIT', readers: 'JOIN_CEILING', guests: 'JOIN_CEILING' },
  /** Events of services: thousands in a minute while an issue is sent. */
  EVENT_LIMIT: { reader: 'READ_LIMIT', readers: 'READ_CEILING', guests: 'EVENT_CEILING' },
} as const satisfies Record<Exclude<LimitName, 'DESK_LIMIT'>, object>

/**
 * Every binding. The desk, forged PayPal events, forms without a bot check and rows of the statistics are counted by
 * network; caller-paypal.ts counts the requests that ask PayPal.
 */
export const rateLimitBindings: readonly string[] = [
  ...new Set(Object.values(rateLimits).flatMap((limit) => Object.values(limit))),
  'DESK_LIMIT',
  'FORGERY_LIMIT',
  'STATISTICS_CEILING',
  'UNCHECKED_LIMIT',
  'WIDE_STATISTICS_CEILING',
  'PAYPAL_PURCHASE_LIMIT',
  'PAYPAL_CALLER_LIMIT',
  'PAYPAL_CEILING',
  'WIDE_PAYPAL_CEILING',
]
