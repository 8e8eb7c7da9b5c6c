/** Free of zod, for pages. */
import { referralCredit } from '../subscription/offer.ts'

/** A friend's payments, less refunds, must reach this for the credit. In minor units. */
export const earningTotal = (referralCredit.minorUnits * 3) / 2

/** Days from the payment that reaches the total until the credit is earned. */
export const earningPeriodDays = 30

/** The most credit earned in a month; further credit is earned at the beginning of the next. */
export const maxEarnedPerMonth = 5
export const maxEarned = 20
