/** Finds readers' gifts for supporters. */
import type { StaffGift } from '../../src/contracts/endpoints/staff-gift-endpoints.ts'
import { resolveGiftState } from '../../src/domain/gift/gift.ts'
import { parseGiftCode } from '../../src/domain/gift/gift-code.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { findUidsByEmail } from '../identity/reader-records.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { formatDates } from '../platform/format-dates.ts'
import {
  findGift,
  findGiftByCode,
  findGiftsBy,
  type GiftFailure,
  type StoredGift,
} from './stored-gift.ts'

type FoundGifts = Result<readonly StoredGift[], GiftFailure>

const orderPattern = /^[A-Z0-9-]{3,50}$/i

/** More accounts than have ever had one address, unless somebody wants to hide gifts among them. */
const maxAccounts = 5

/** Finds gifts by code or order, or by the buyer's, the recipient's or the redeemer's address or uid. */
export async function findGiftsOf(firestore: Firestore, term: string): Promise<FoundGifts> {
  const one = await findOne(firestore, term)
  if (!one.ok) return one
  if (one.value) return succeed([one.value])
  const found = await (term.includes('@')
    ? findByAddress(firestore, term)
    : findByUid(firestore, term))
  if (!found.ok) return found
  // Somebody may have redeemed a gift that they bought.
  const gifts = [...new Map(found.value.map((gift) => [gift.id, gift])).values()]
  return succeed(gifts.sort((a, b) => b.gift.createdAt.getTime() - a.gift.createdAt.getTime()))
}

async function findOne(
  firestore: Firestore,
  term: string,
): Promise<Result<StoredGift | null, GiftFailure>> {
  const code = parseGiftCode(term)
  const byCode = code ? await findGiftByCode(firestore, code) : succeed(null)
  if (!byCode.ok || byCode.value || !orderPattern.test(term)) return byCode
  return findGift(firestore, term)
}

const findByUid = (firestore: Firestore, uid: string) =>
  joinFound([findGiftsBy(firestore, 'buyerUid', uid), findGiftsBy(firestore, 'redeemer', uid)])

async function findByAddress(firestore: Firestore, term: string): Promise<FoundGifts> {
  const address = term.toLowerCase()
  const uids = await findUidsByEmail(firestore, term, maxAccounts)
  if (!uids.ok) return uids
  return joinFound([
    findGiftsBy(firestore, 'buyerEmail', address),
    findGiftsBy(firestore, 'recipient.email', address),
    ...uids.value.map((uid) => findByUid(firestore, uid)),
  ])
}

async function joinFound(pending: readonly Promise<FoundGifts>[]): Promise<FoundGifts> {
  const gifts: StoredGift[] = []
  for (const found of await Promise.all(pending)) {
    if (!found.ok) return found
    gifts.push(...found.value)
  }
  return succeed(gifts)
}

export function toStaffGift({ id, gift }: StoredGift, now: Date): StaffGift {
  const { code, length, price, buyerUid, buyerEmail, recipient, capture, redeemer } = gift
  const { createdAt, paidAt, deliverAt, sentAt, addressRefusedAt } = gift
  const { redeemableUntil, redeemedAt, history } = gift
  return {
    id,
    code,
    state: resolveGiftState(gift, now),
    length,
    price,
    buyerUid,
    buyerEmail,
    recipient,
    capture,
    redeemer,
    ...formatDates({ createdAt, paidAt, deliverAt, sentAt, addressRefusedAt }),
    ...formatDates({ redeemableUntil, redeemedAt, history }),
  }
}
