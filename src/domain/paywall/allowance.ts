/** How many stories can be unlocked on one network. */

/**
 * Stories that guests and accounts without a confirmed address can unlock on one network in a day: an IPv4 /24 or an
 * IPv6 /64. An IPv6 /48 can unlock `networksPerWideNetwork` times as many. Thousands may share a carrier's address, so
 * above it the wall asks for a confirmed address and refuses nobody.
 */
export const networkUnlocksPerDay = 300

/** Accounts without a confirmed address that can unlock stories on one network in a day; on a /48 as above. */
export const networkAccountsPerDay = 50
