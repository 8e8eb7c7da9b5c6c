/** Lifetimes of cookies, without zod, because browsers load this file. */

/** Lifetimes in days. Visits renew `session`. */
export const cookieDays = {
  session: 30,
  buyer: 7,
  student: 30,
  referral: 30,
  referred: 30,
  anonymousId: 90,
  /** The longest lifetime that browsers accept, so that readers are seldom asked again. */
  consent: 400,
} as const
