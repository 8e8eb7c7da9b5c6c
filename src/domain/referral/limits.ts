/** Free of zod, for pages. */

/** Days from a friend's first payment until its credit is earned. */
export const earningPeriodDays = 30

/** Further credit of a month is earned at the beginning of the next. */
export const maxEarnedPerMonth = 5
export const maxEarned = 20
