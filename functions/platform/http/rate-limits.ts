import type { LimitName } from '../../../src/contracts/endpoints/endpoint.ts'

/** The part of Cloudflare's binding that we use. Tests in Node don't have Cloudflare's type. */
export type Limit = {
  limit(calls: {
    readonly key: string
    readonly delta?: number
  }): Promise<{ readonly success: boolean }>
}

/** Returns whether the call is within the limit. */
export type CountCall = (limit: Limit, key: string) => Promise<boolean>

/**
 * The bindings in wrangler.toml. Thousands of a mobile carrier's customers may share an IPv4 address, so networks have
 * high limits where calls are cheap.
 */
export const rateLimits = {
  /** Calls that cost no database read for guests. */
  READ_LIMIT: { reader: 'READ_LIMIT', readers: 'READ_NETWORK_LIMIT', guests: 'READ_NETWORK_LIMIT' },
  /** Calls that read the database or resize an image. */
  LOOK_UP_LIMIT: {
    reader: 'READ_LIMIT',
    readers: 'READ_NETWORK_LIMIT',
    guests: 'LOOK_UP_NETWORK_LIMIT',
  },
  /** Calls that open sessions, change purchases, read or delete accounts, or rate articles. */
  SIGN_IN_LIMIT: {
    reader: 'SIGN_IN_LIMIT',
    readers: 'SIGN_IN_NETWORK_LIMIT',
    guests: 'SIGN_IN_NETWORK_LIMIT',
  },
  /**
   * Data copies, and forms that send an email or store an address. Each address is limited too
   * (src/domain/email-limits.ts).
   */
  JOIN_LIMIT: { reader: 'JOIN_LIMIT', readers: 'JOIN_NETWORK_LIMIT', guests: 'JOIN_NETWORK_LIMIT' },
  /** Services' events: thousands per minute while an issue is being sent. */
  EVENT_LIMIT: {
    reader: 'READ_LIMIT',
    readers: 'READ_NETWORK_LIMIT',
    guests: 'EVENT_NETWORK_LIMIT',
  },
} as const satisfies Record<Exclude<LimitName, 'DESK_LIMIT'>, object>

/**
 * Bindings that count by network: calls, PayPal calls caused by callers, unconfirmed PayPal events, the statistics'
 * rows and shared events, and forms without a bot check.
 */
const networkLimits = [
  'READ_NETWORK_LIMIT',
  'LOOK_UP_NETWORK_LIMIT',
  'SIGN_IN_NETWORK_LIMIT',
  'JOIN_NETWORK_LIMIT',
  'EVENT_NETWORK_LIMIT',
  'DESK_LIMIT',
  'PAYPAL_NETWORK_LIMIT',
  'FORGERY_NETWORK_LIMIT',
  'STATISTICS_NETWORK_LIMIT',
  'UNCHECKED_LIMIT',
] as const

export type NetworkLimitName = (typeof networkLimits)[number]

declare const isCountedByNetwork: unique symbol

/**
 * A binding that can be called only through `isNetworkWithinLimit` (caller-network.ts), so that no limit omits the /48.
 */
export type NetworkLimit = { readonly [isCountedByNetwork]: true }

/** All bindings. A binding that doesn't count by network counts by reader, address or purchase. */
export const rateLimitBindings: readonly string[] = [
  ...new Set(Object.values(rateLimits).map(({ reader }) => reader)),
  ...networkLimits,
  'PAYPAL_PURCHASE_LIMIT',
  'PAYPAL_CALLER_LIMIT',
]
