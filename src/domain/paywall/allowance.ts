/** Limits how many stories can be unlocked on one network. */

/**
 * Stories that guests and accounts without a confirmed address can unlock per day on one network: an IPv4 /24 or an
 * IPv6 /64. An IPv6 /48 can unlock `networksPerWideNetwork` times as many. Thousands may share a carrier's address, so
 * above the limit nobody is refused: the paywall asks for a confirmed address.
 */
export const networkUnlocksPerDay = 300

/**
 * Accounts without a confirmed address that can unlock stories per day on one network. A /48 may have
 * `networksPerWideNetwork` times as many.
 */
export const networkAccountsPerDay = 50
