/** The publication's meter. Free of zod, because pages state these numbers. */

/** Stories in `meterDays`. 0 turns one off, which isn't the same as used up. */
export type MeterAllowance = {
  readonly guest: number
  /** More for a guest in return for an email address. */
  readonly email: number
  /** More for a guest who followed a friend's link to a story, in return for an email address. */
  readonly referred: number
  /** Of an account without a subscription. */
  readonly registered: number
}

export const meterAllowance: MeterAllowance = { guest: 1, email: 1, referred: 1, registered: 3 }

export const meterDays = 30

/** Stories that the guests of one network can unlock in a day. Thousands may share a carrier's address. */
export const networkUnlocksPerDay = 300
