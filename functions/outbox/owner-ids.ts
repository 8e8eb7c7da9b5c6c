/** Owners of purchases and gifts that have no account. Their ids are stored in place of a uid. */

/** The prefix of the id under which a guest buys (checkout-buyer.ts). */
export const guestPrefix = 'guest-'

/** Replaces a deleted account's uid. A purchase approved afterwards is cancelled and refunded. */
export const deletedAccountUid = 'deletedAccount'
