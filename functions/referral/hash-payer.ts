import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import { hashParts } from '../platform/hash-parts.ts'

/** The PayPal account of a friend, or the referrer's own, in the ledger of the referrer `uid`; null if it's unknown. */
export const hashPayer = async (
  uid: string,
  { id }: Pick<PayPalSubscriptionDetails['payer'], 'id'>,
): Promise<string | null> => (id === '' ? null : hashParts('payer', uid, id))
