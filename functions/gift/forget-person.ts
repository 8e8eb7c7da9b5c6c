/** A gift stays valid when its buyer deletes their account, and stays redeemed when its reader does. */
import { emailSchema } from '../../src/domain/newsletter/newsletter-entry.ts'
import type { DataSubject } from '../identity/personal-data.ts'
import { deletedAccountUid, guestPrefix } from '../outbox/owner-ids.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'

/** The verified address of somebody who may have bought gifts as a guest; null otherwise. */
export function getGuestAddress({ email, emailVerified }: Omit<DataSubject, 'uid'>): string | null {
  return emailVerified ? (emailSchema.safeParse(email).data ?? null) : null
}

/** Bought as a guest, with the verified address of this account. */
export const isGuestGift = ({ buyerUid, buyerEmail }: Fields, address: string | null) =>
  address !== null && buyerEmail === address && String(buyerUid).startsWith(guestPrefix)

/** PayPal may still have the payment of an unpaid one. */
const isUnsent = ({ state, stateBeforeDispute }: Fields) =>
  state === 'unpaid' ||
  state === 'scheduled' ||
  (state === 'disputed' && stateBeforeDispute === 'scheduled')

/** The recipient's address, the names and the message go once the card is sent (gift-transition.ts). */
export function forgetPerson(fields: Fields, { uid, ...account }: DataSubject): Fields {
  const isBuyer = fields.buyerUid === uid || isGuestGift(fields, getGuestAddress(account))
  return {
    ...fields,
    ...(fields.redeemer === uid ? { redeemer: '' } : {}),
    ...(isBuyer
      ? {
          buyerUid: deletedAccountUid,
          buyerEmail: '',
          attribution: null,
          ...(isUnsent(fields) ? {} : { recipient: null, senderName: '', message: '' }),
        }
      : {}),
  }
}
