/** Owners of purchases and gifts that aren't accounts. Their ids are stored in place of a uid. */

/** The start of the id under which a guest buys (checkout-buyer.ts). */
export const guestPrefix = 'guest-'

/** Replaces the uid of a deleted account. A purchase that is approved afterwards is cancelled and refunded. */
export const deletedAccountUid = 'deletedAccount'
