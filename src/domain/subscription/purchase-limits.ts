/** Limits PayPal calls about one buyer's purchases, and reads of them. */
import { day } from '../duration.ts'

/** Unpaid checkouts and gifts of one buyer in a day. A buyer who has as many can still approve one of these. */
export const maxOpenPurchases = 10

/** Milliseconds. */
export const openPurchasePeriod = day

/** Milliseconds for which an unapproved purchase is stored. */
export const unpaidRetention = 30 * day

/** Surplus subscriptions of one payer, or one account, that are refunded in the period without a supporter. */
export const maxAutomaticRefunds = 3

/** Milliseconds. */
export const automaticRefundPeriod = 30 * day

/** The latest subscriptions whose payments a reader sees: PayPal is asked about each. */
export const maxListedSubscriptions = 10

/** Changes of a subscription in a day, by anybody, after which its reader can only cancel. */
export const maxDailyChanges = 30

/** The latest changes of the subscription that a reader sees. */
export const maxListedChanges = 50
