/** Limits checkouts that nobody has approved: each is stored for 30 days, and PayPal is asked about each. */
import { day } from '../duration.ts'

/** Of one buyer in a day. Whoever has as many can still approve one of these. */
export const maxOpenCheckouts = 20

/** Milliseconds. */
export const openCheckoutPeriod = day

/** Milliseconds that a checkout is stored which nobody approves. */
export const unpaidRetention = 30 * day
