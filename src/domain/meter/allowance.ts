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

/**
 * Stories that guests and accounts without a confirmed address can unlock on one network in a day: an IPv4 /24 or an
 * IPv6 /64. An IPv6 /48 can unlock `networksPerWideNetwork` times as many. Thousands may share a carrier's address, so
 * above it the wall asks for a confirmed address and refuses nobody.
 */
export const networkUnlocksPerDay = 300

/** Accounts without a confirmed address that can unlock stories on one network in a day; on a /48 as above. */
export const networkAccountsPerDay = 50
