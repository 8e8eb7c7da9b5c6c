import type { GiftOrder } from '../../src/contracts/endpoints/gift-endpoints.ts'
import { hour } from '../../src/domain/duration.ts'
import { emailSchema } from '../../src/domain/email-schema.ts'
import { getDeliveryTime, isDeliveryDay } from '../../src/domain/gift/delivery-day.ts'
import type { Gift } from '../../src/domain/gift/gift.ts'
import { createGiftCode } from '../../src/domain/gift/gift-code.ts'
import { getGiftPrice } from '../../src/domain/gift/gift-length.ts'
import { formatMonths } from '../../src/domain/number-words.ts'
import { getGiftPaymentPath } from '../../src/domain/outbox/outbox-item.ts'
import { succeed } from '../../src/domain/result.ts'
import { getPriceClass } from '../../src/domain/subscription/offer.ts'
import { unpaidRetention } from '../../src/domain/subscription/purchase-limits.ts'
import { site } from '../../src/publication/identity.ts'
import { findCallerCountry } from '../identity/caller-country.ts'
import { checkForBot } from '../identity/check-for-bot.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { looksLikeService } from '../identity/public-name.ts'
import { createOutboxWrite } from '../outbox/outbox-writes.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { readAttribution } from '../statistics/records/read-attribution.ts'
import { findGuest, setGuestCookie } from '../subscription/checkout-buyer.ts'
import { hasRoomForPurchase, refuseOpenPurchase } from '../subscription/open-purchases.ts'
import type { GiftDeps } from './gift-deps.ts'
import { giftPath } from './stored-gift.ts'

/** The address to which payers return. PayPal adds `token` (the order's id) to it. */
const finishPath = '/gift-subscription/finish'

/** In milliseconds. If the buyer hasn't come back by then, the payment is looked up at PayPal. */
const paymentCheckDelay = hour

export const startGift: Handle<'POST /api/gifts', GiftDeps> = async (order, reader, deps) => {
  const { day, recipient } = order
  if (day && !recipient) return refuse('bad_request')
  if (day && !isDeliveryDay(day, deps.now(), site.timeZone)) {
    return refuse('bad_request', 'Choose a day between today and a year from now.')
  }
  if ([recipient?.name ?? '', order.senderName].some(looksLikeService)) return refuseServiceName()
  if (reader) {
    // Only the reader's own address is allowed, because its owner gets the receipt.
    const own = emailSchema.safeParse(reader.reader.email)
    return createGift(deps, { ...order, buyerEmail: own.data ?? order.buyerEmail }, reader.uid)
  }
  const checked = await checkForBot(deps, order.botCheck, 'checkout')
  if (!checked.ok) return checked
  const guest = await findGuest(deps, order.requestId)
  if (!guest.ok) return refuseGift(deps, guest.failure.kind)
  await setGuestCookie(deps, guest.value.id)
  const room = await hasRoomForPurchase(deps, order.buyerEmail, { gifts: 'buyerEmail' })
  if (!room.ok) return refuseGift(deps, room.failure.kind)
  if (!room.value) return refuseOpenPurchase()
  return createGift(deps, order, guest.value.id)
}

/** We send the card by email, so a sender named "PayPal Support" would be believed. */
export const refuseServiceName = () =>
  refuse('bad_request', 'Enter the name of a person, not of a service or of our publication.')

async function createGift(deps: GiftDeps, order: GiftOrder, buyerUid: string) {
  const { paypal, firestore, now, request } = deps
  if (!paypal) return refuseGift(deps, 'not set up')
  const room = await hasRoomForPurchase(deps, buyerUid)
  if (!room.ok) return refuseGift(deps, room.failure.kind)
  if (!room.value) return refuseOpenPurchase()
  const { length, recipient, day, message, senderName, buyerEmail } = order
  // Unknown countries get the home country's price.
  const price = getGiftPrice(length, getPriceClass(findCallerCountry(request)))
  const { origin } = new URL(request.url)
  const created = await paypal.createOrder({
    amount: price,
    description: `${site.name}: a gift of ${formatMonths(length)}`,
    customId: buyerUid,
    requestId: await createRequestId(buyerUid, order, price.minorUnits),
    returnUrl: origin + finishPath,
    cancelUrl: `${origin}/gift-subscription`,
    brand: site.name,
  })
  if (!created.ok) return refuseGift(deps, created.failure.kind)
  const { id, approveUrl } = created.value
  const at = now()
  const gift: Gift = {
    code: createGiftCode(),
    buyerUid,
    buyerEmail,
    length,
    price: price.minorUnits,
    recipient,
    senderName,
    message,
    deliverAt: day && getDeliveryTime(day, site.timeZone),
    createdAt: at,
    attribution: readAttribution(request, order.visit),
    state: 'unpaid',
    stateBeforeDispute: null,
    disputes: [],
    capture: null,
    paidAt: null,
    sentAt: null,
    addressRefusedAt: null,
    resends: 0,
    redeemableUntil: null,
    redeemer: null,
    history: [],
    redeemedAt: null,
    expiresAt: new Date(at.getTime() + unpaidRetention),
  }
  const effect = { kind: 'giftPayment', gift: id } as const
  const checkedAt = new Date(at.getTime() + paymentCheckDelay)
  const check = createOutboxWrite(getGiftPaymentPath(id), effect, at, checkedAt)
  const stored = await firestore.commit([
    { set: giftPath(id), fields: gift, ifExists: false },
    { ...check, ifExists: false },
  ])
  // A conflict means that the same request was made twice.
  if (!stored.ok && stored.failure.kind !== 'conflict') {
    return refuseGift(deps, stored.failure.kind)
  }
  // A repeated request may find the order approved; the finish page then captures the payment.
  return succeed({ id, approveUrl: approveUrl ?? `${origin}${finishPath}?token=${id}` })
}

/** PayPal uses this id to detect a repeated request; a changed form is a new order. At most 36 characters. */
async function createRequestId(buyerUid: string, order: GiftOrder, price: number) {
  const { botCheck: _, visit: __, ...content } = order
  return (await hashParts(buyerUid, JSON.stringify(content), String(price))).slice(0, 36)
}

const refuseGift = (deps: GiftDeps, reason: string) =>
  refuseUnavailable(
    deps,
    'gift_not_started',
    { reason },
    'We couldn’t start your payment. You haven’t been charged. Try again in a minute.',
  )
