import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import { hashParts } from '../platform/hash-parts.ts'

/**
 * Hashes a PayPal account, the friend's or the referrer's own, for the ledger of the referrer `uid`; null if the
 * account is unknown.
 */
export const hashPayer = async (
  uid: string,
  { id }: Pick<PayPalSubscriptionDetails['payer'], 'id'>,
): Promise<string | null> => (id === '' ? null : hashParts('payer', uid, id))
