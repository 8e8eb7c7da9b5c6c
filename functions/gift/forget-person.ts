/** A gift stays valid when its buyer deletes their account, and stays redeemed when its reader does. */
import type { Fields } from '../adapters/firestore-values.ts'
import { deletedAccountUid } from '../subscription/stored-checkout.ts'

/** The recipient's address, the names and the message go once the card is sent (gift-transition.ts). */
export function forgetPerson(fields: Fields, uid: string): Fields {
  const isScheduled = fields.state === 'scheduled'
  return {
    ...fields,
    ...(fields.redeemer === uid ? { redeemer: '' } : {}),
    ...(fields.buyerUid === uid
      ? {
          buyerUid: deletedAccountUid,
          buyerEmail: '',
          ...(isScheduled ? {} : { recipient: null, senderName: '', message: '' }),
        }
      : {}),
  }
}
