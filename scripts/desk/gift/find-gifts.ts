import {
  findGift,
  findGiftByCode,
  findGiftsBy,
  type GiftFailure,
  parseStoredGift,
  type StoredGift,
} from '../../../functions/gift/stored-gift.ts'
import { parseGiftCode } from '../../../src/domain/gift/gift-code.ts'
import { succeed } from '../../../src/domain/result.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import { listDocuments } from '../documents/stored-documents.ts'
import { findUidsByEmail } from '../readers/find-reader.ts'

export function giftError(activity: string, failure: GiftFailure): DeskError {
  return failure.kind === 'malformed'
    ? new DeskError(
        `${activity}: the stored gift is invalid. Correct it in Firestore, then run this command again.`,
      )
    : firestoreError(activity, failure)
}

const orderPattern = /^[A-Z0-9-]{3,50}$/i

/** Finds a gift by the code on its card, or by its PayPal order ID. Returns null if there is none. */
async function findOne(desk: Desk, term: string): Promise<StoredGift | null> {
  const code = parseGiftCode(term)
  const byCode = code ? await findGiftByCode(desk.firestore, code) : succeed(null)
  if (!byCode.ok) throw giftError('Looking up the gift', byCode.failure)
  if (byCode.value || !orderPattern.test(term)) return byCode.value
  const byOrder = await findGift(desk.firestore, term)
  if (!byOrder.ok) throw giftError('Looking up the gift', byOrder.failure)
  return byOrder.value
}

export async function requireGift(desk: Desk, query: string): Promise<StoredGift> {
  const gift = await findOne(desk, query.trim())
  if (gift) return gift
  throw new DeskError(`Gift not found: ${query.trim()}. Use its code or PayPal’s order ID.`)
}

/** Finds gifts by code or order, or by the buyer’s, the recipient’s or the redeemer’s address or uid. */
export async function findGifts(desk: Desk, query: string): Promise<readonly StoredGift[]> {
  const term = query.trim()
  const one = await findOne(desk, term)
  if (one) return [one]
  const found = term.includes('@') ? await findByAddress(desk, term) : await findByUid(desk, term)
  // Somebody may have redeemed a gift that they bought.
  return [...new Map(found.map((gift) => [gift.id, gift])).values()]
}

async function findByAddress(desk: Desk, term: string): Promise<readonly StoredGift[]> {
  const address = term.toLowerCase()
  const gifts = [...(await findBy(desk, 'buyerEmail', address))]
  const where = [{ field: 'recipient.email', is: 'EQUAL', value: address } as const]
  const received = listDocuments(desk, { collection: 'gifts', where }, 'Looking up gifts')
  for await (const document of received) {
    const gift = parseStoredGift(document)
    if (gift.ok) gifts.push(gift.value)
  }
  for (const uid of await findUidsByEmail(desk, term)) gifts.push(...(await findByUid(desk, uid)))
  return gifts
}

const findByUid = async (desk: Desk, uid: string): Promise<readonly StoredGift[]> => [
  ...(await findBy(desk, 'buyerUid', uid)),
  ...(await findBy(desk, 'redeemer', uid)),
]

export const findGiftsBoughtBy = (desk: Desk, uid: string) => findBy(desk, 'buyerUid', uid)

async function findBy(desk: Desk, field: 'buyerUid' | 'buyerEmail' | 'redeemer', value: string) {
  const found = await findGiftsBy(desk.firestore, field, value)
  if (!found.ok) throw giftError('Looking up gifts', found.failure)
  return found.value
}
