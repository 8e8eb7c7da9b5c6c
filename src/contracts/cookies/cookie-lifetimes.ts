/** Lifetimes of cookies, without zod, because browsers load this file. */

/** In days. Visits renew `session`. */
export const cookieDays = {
  session: 30,
  buyer: 7,
  student: 30,
  referral: 30,
  referred: 30,
  anonymousId: 90,
  /** The longest that browsers accept, so that nobody is asked twice. */
  consent: 400,
} as const
