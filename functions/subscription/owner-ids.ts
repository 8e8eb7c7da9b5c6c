/** Ids of owners that aren't accounts, where a purchase or a gift has an account's uid otherwise. */

/** Of the id under which a guest buys (checkout-buyer.ts). */
export const guestPrefix = 'guest-'

/** Replaces the uid of a deleted account. What is approved afterwards is cancelled and refunded. */
export const deletedAccountUid = 'deletedAccount'
