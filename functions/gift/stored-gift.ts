/** Loads and changes `gifts/{PayPal order id}`. One commit stores a change with its effects. */
import { type Gift, giftSchema, paidStates } from '../../src/domain/gift/gift.ts'
import type { GiftCode } from '../../src/domain/gift/gift-code.ts'
import {
  applyGiftEvent,
  type GiftEffect,
  type GiftEvent,
  type GiftRefusal,
} from '../../src/domain/gift/gift-transition.ts'
import { getGiftPaymentPath, getGiftTimePath } from '../../src/domain/outbox/outbox-item.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { describeGiftTransitions } from '../../src/domain/statistics/gift-transitions.ts'
import { createNewOutboxWrite, createOutboxWrite } from '../outbox/outbox-writes.ts'
import type {
  Firestore,
  FirestoreFailure,
  StoredDocument,
  Write,
} from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { createRecordWrites } from '../statistics/records/create-record-writes.ts'

export type StoredGift = {
  /** PayPal's id for its order. */
  readonly id: string
  readonly gift: Gift
  /** Serves as a change's precondition. */
  readonly updateTime: string
}

export type GiftFailure =
  | FirestoreFailure
  /** The stored gift is malformed and isn't overwritten. */
  | { readonly kind: 'malformed' }

export type GiftActor = {
  readonly by: string
  readonly message?: string | null | undefined
  /** Creates the act of a member of staff. */
  readonly createAct?: (before: Gift, after: Gift, at: Date) => Write
}

/** Retries of the optimistic lock. */
const maxAttempts = 20

export const giftPath = (id: string) => `gifts/${encodeURIComponent(id)}`

export function parseStoredGift({
  id,
  fields,
  updateTime,
}: StoredDocument): Result<StoredGift, GiftFailure> {
  const gift = giftSchema.safeParse(fields)
  return gift.success ? succeed({ id, gift: gift.data, updateTime }) : fail({ kind: 'malformed' })
}

/** Returns null for an order that isn't for a gift. Costs one database read. */
export async function findGift(
  firestore: Pick<Firestore, 'get'>,
  id: string,
): Promise<Result<StoredGift | null, GiftFailure>> {
  const stored = await firestore.get(giftPath(id))
  if (!stored.ok) return stored
  return stored.value ? parseStoredGift(stored.value) : succeed(null)
}

async function findOneBy(
  firestore: Pick<Firestore, 'query'>,
  field: 'code' | 'capture',
  value: string,
): Promise<Result<StoredGift | null, GiftFailure>> {
  const found = await firestore.query({
    collection: 'gifts',
    where: [{ field, is: 'EQUAL', value }],
    limit: 1,
  })
  if (!found.ok) return found
  const [document] = found.value.documents
  return document ? parseStoredGift(document) : succeed(null)
}

export const findGiftByCode = (firestore: Pick<Firestore, 'query'>, code: GiftCode) =>
  findOneBy(firestore, 'code', code)

/** `capture` is PayPal's id for the payment. */
export const findGiftByCapture = (firestore: Pick<Firestore, 'query'>, capture: string) =>
  findOneBy(firestore, 'capture', capture)

/**
 * Finds only paid gifts, because anyone can start orders in somebody else's name. `newest`: the maximum number
 * returned.
 */
export async function findGiftsBy(
  firestore: Pick<Firestore, 'query'>,
  field: 'buyerUid' | 'buyerEmail' | 'recipient.email' | 'redeemer',
  value: string,
  newest?: number,
): Promise<Result<readonly StoredGift[], GiftFailure>> {
  const found = await firestore.query({
    collection: 'gifts',
    where: [
      { field, is: 'EQUAL', value },
      { field: 'state', is: 'IN', value: paidStates },
    ],
    ...(newest ? { orderBy: 'createdAt', newestFirst: true, limit: newest } : { limit: 200 }),
  })
  if (!found.ok) return found
  const gifts = found.value.documents.map(parseStoredGift)
  return succeed(gifts.flatMap((gift) => (gift.ok ? [gift.value] : [])))
}

export async function createGiftWrites(
  { id, gift: before, updateTime }: StoredGift,
  { gift, effects }: { readonly gift: Gift; readonly effects: readonly GiftEffect[] },
  entry: GiftActor & { readonly kind: string },
  now: Date,
): Promise<readonly Write[]> {
  const { kind, by, message = null, createAct } = entry
  const history = [...gift.history, { at: now, kind, by, message }]
  const transitions = describeGiftTransitions(id, before.state, gift, now)
  return [
    { set: giftPath(id), fields: { ...gift, history }, ifUpdatedAt: updateTime },
    ...(await createRecordWrites(transitions, gift.attribution)),
    ...effects.map((effect) => createEffectWrite(id, effect, now)),
    ...(createAct ? [createAct(before, gift, now)] : []),
    // A captured payment needs no further check.
    ...(kind === 'captured' ? [{ remove: getGiftPaymentPath(id) }] : []),
  ]
}

function createEffectWrite(gift: string, effect: GiftEffect, now: Date): Write {
  switch (effect.kind) {
    case 'sendCard':
      return createNewOutboxWrite({ kind: 'giftCard', gift, template: 'card' }, effect.at)
    case 'sendReminder':
      return createNewOutboxWrite({ kind: 'giftCard', gift, template: 'reminder' }, effect.at)
    case 'tellBuyer':
      return createNewOutboxWrite({ kind: 'giftBuyerEmail', gift, template: effect.about }, now)
    case 'updateTime':
      return createOutboxWrite(getGiftTimePath(gift), { kind: 'giftTime', gift }, now)
  }
}

type ChangedGift = { readonly stored: Gift; readonly refused: GiftRefusal | null }

/** Returns the gift after the change, or the reason why nothing changes. Null if there is no such gift. */
export async function changeGift(
  { firestore, now }: { readonly firestore: Firestore; readonly now: () => Date },
  id: string,
  event: GiftEvent,
  actor: GiftActor,
): Promise<Result<ChangedGift | null, GiftFailure>> {
  return repeatIfOvertaken<ChangedGift | null, GiftFailure>(maxAttempts, async () => {
    const found = await findGift(firestore, id)
    if (!found.ok || !found.value) return found.ok ? succeed(null) : found
    const at = now()
    const next = applyGiftEvent(found.value.gift, event, at)
    if (!next.ok) return succeed({ stored: found.value.gift, refused: next.failure })
    const entry = { ...actor, kind: event.kind }
    const writes = await createGiftWrites(found.value, next.value, entry, at)
    const committed = await commitUnlessOvertaken(firestore, writes)
    return committed.ok ? succeed({ stored: next.value.gift, refused: null }) : committed
  })
}
