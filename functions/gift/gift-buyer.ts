/** Identifies a gift's buyer: by account, by the guest's browser, or by the link in the receipt. */
import type { BoughtGift } from '../../src/contracts/endpoints/gift-endpoints.ts'
import { type Gift, resolveGiftState } from '../../src/domain/gift/gift.ts'
import { applyGiftEvent } from '../../src/domain/gift/gift-transition.ts'
import { getProvenAddress } from '../../src/domain/proven-address.ts'
import type { SignedInReader } from '../identity/caller.ts'
import type { Deps } from '../identity/edge-context.ts'
import { formatDates } from '../platform/format-dates.ts'
import { readGuestId } from '../subscription/checkout-buyer.ts'
import { isGuestGift } from './forget-person.ts'
import type { StoredGift } from './stored-gift.ts'

export async function isGiftBuyer(
  deps: Deps,
  { id, gift }: Pick<StoredGift, 'id' | 'gift'>,
  { reader, key }: { readonly reader: SignedInReader | null; readonly key?: string | undefined },
): Promise<boolean> {
  if (reader && gift.buyerUid === reader.uid) return true
  if (reader && isGuestGift(gift, getProvenAddress(reader.reader))) return true
  if (gift.buyerUid === (await readGuestId(deps))) return true
  return (await deps.tokens.readToken('gift', key, deps.now())) === id
}

export function toBoughtGift(id: string, gift: Gift, now: Date): BoughtGift {
  const { code, length, price, recipient, senderName, message } = gift
  const { deliverAt, paidAt, sentAt, redeemedAt, redeemableUntil } = gift
  const isPossible = (event: Parameters<typeof applyGiftEvent>[1]) =>
    applyGiftEvent(gift, event, now).ok
  return {
    id,
    code,
    state: resolveGiftState(gift, now),
    length,
    price,
    recipient,
    senderName,
    message,
    ...formatDates({ deliverAt, paidAt, sentAt, redeemedAt, redeemableUntil }),
    isAddressRefused: gift.addressRefusedAt !== null,
    canCorrectRecipient: recipient !== null && isPossible({ kind: 'correctRecipient', recipient }),
    canResend: isPossible({ kind: 'resend' }),
  }
}

/**
 * Leaves only the month, length, price and state. Links are forwarded, for instance to an accountant, so each one shows
 * a single gift.
 */
export const hideDetails = ({ length, price, state, paidAt }: BoughtGift, id: string) =>
  ({
    id,
    code: '',
    state,
    length,
    price,
    recipient: null,
    senderName: '',
    message: '',
    deliverAt: null,
    paidAt: paidAt && `${paidAt.slice(0, 7)}-01T00:00:00.000Z`,
    sentAt: null,
    redeemedAt: null,
    redeemableUntil: null,
    isAddressRefused: false,
    canCorrectRecipient: false,
    canResend: false,
  }) satisfies BoughtGift
