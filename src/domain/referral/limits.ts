/** Limits for referrals, without zod, because pages load this file. */
import { referralCredit } from '../subscription/offer.ts'
import { getPlanPrice, planIds } from '../subscription/plan.ts'

/** The total that a friend's payments, less refunds, must reach to earn the credit. In minor units. */
export const earningTotal = Math.ceil((referralCredit.minorUnits * 3) / 2)

/** Days from the payment that reaches the total until the credit is earned. */
export const earningPeriodDays = 30

/** The maximum number of credits earned in a month; further credit is earned at the beginning of the next month. */
export const maxEarnedPerMonth = 5
export const maxEarned = 20

/** The most credit that one act grants or removes: ten times the dearest plan's price, because of typing errors. */
export const maxCreditChange =
  10 * Math.max(...planIds.map((plan) => getPlanPrice(plan).minorUnits))
