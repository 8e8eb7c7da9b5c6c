/** A gift stays valid when its buyer deletes their account, and stays redeemed when its redeemer does. */
import type { ProvenAddress } from '../../src/domain/proven-address.ts'
import type { DataSubject } from '../identity/personal-data.ts'
import { deletedAccountUid, guestPrefix } from '../outbox/owner-ids.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'

export const isBoughtByGuest = ({ buyerUid }: Fields) => String(buyerUid).startsWith(guestPrefix)

/** True for a gift bought as a guest with this account's address. */
export const isGuestGift = (gift: Fields, address: ProvenAddress | null) =>
  address !== null && gift.buyerEmail === address && isBoughtByGuest(gift)

/** PayPal may still complete the payment of an unpaid gift. */
const isUnsent = ({ state, stateBeforeDispute }: Fields) =>
  state === 'unpaid' ||
  state === 'scheduled' ||
  (state === 'disputed' && stateBeforeDispute === 'scheduled')

/** The recipient's address, the names and the message are removed once the card has been sent (gift-transition.ts). */
export function forgetPerson(fields: Fields, { uid, address }: DataSubject): Fields {
  const isBuyer = fields.buyerUid === uid || isGuestGift(fields, address)
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
