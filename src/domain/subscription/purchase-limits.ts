/** Limits PayPal calls about one buyer's purchases, and reading them. */
import { day } from '../duration.ts'

/**
 * The maximum number of unpaid checkouts and gifts per buyer and day. A buyer with this many can still approve one of
 * them.
 */
export const maxOpenPurchases = 10

/** In milliseconds. */
export const openPurchasePeriod = day

/** Milliseconds for which an unapproved purchase is kept. */
export const unpaidRetention = 30 * day

/**
 * The maximum number of surplus subscriptions per payer or account that are refunded in the period without a supporter.
 */
export const maxAutomaticRefunds = 3

/** In milliseconds. */
export const automaticRefundPeriod = 30 * day

/** The number of subscriptions, the latest ones, whose payments a reader sees, because PayPal is asked about each. */
export const maxListedSubscriptions = 10

/** Changes to a subscription per day, by anybody, after which its reader can only cancel. */
export const maxDailyChanges = 30

/** The number of changes, the latest ones, that a reader sees. */
export const maxListedChanges = 50
