/** Limits on one buyer's purchases, and on those that are listed, because both cause calls to PayPal. */
import { day } from '../duration.ts'

/**
 * The maximum number of unpaid checkouts and gifts per buyer and day. A buyer with this many can still approve one of
 * them.
 */
export const maxOpenPurchases = 10

/** Milliseconds for which an unpaid checkout or gift counts. */
export const openPurchasePeriod = day

/** Milliseconds for which an unapproved purchase is kept. */
export const unpaidRetention = 30 * day

/** The maximum number of surplus subscriptions per payer or account that are refunded automatically in the period. */
export const maxAutomaticRefunds = 3

/** Milliseconds for which an automatic refund counts. */
export const automaticRefundPeriod = 30 * day

/** The number of latest subscriptions whose payments a reader sees, because each costs a call to PayPal. */
export const maxListedSubscriptions = 10

/** Changes to a subscription per day, by anybody, after which its reader can only cancel. */
export const maxDailyChanges = 30

/** The number of latest changes that a reader sees. */
export const maxListedChanges = 50
