/** Shows a card to anyone who has its code, and redeems it for a signed-in reader. */
import type { GiftCard } from '../../src/contracts/endpoints/gift-endpoints.ts'
import { type Gift, isAvailable, resolveGiftState } from '../../src/domain/gift/gift.ts'
import { applyGiftEvent } from '../../src/domain/gift/gift-transition.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { hasGift } from '../../src/domain/subscription/create-transition.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import type { Entitlement } from '../../src/domain/subscription/entitlement-schema.ts'
import {
  describeGiftEffect,
  type GiftEffectKind,
} from '../../src/domain/subscription/gift-effect.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import { loadReader, type SignedInReader } from '../identity/caller.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { renewPass } from '../identity/identify-reader.ts'
import { toSubscriptionResponse } from '../identity/subscription-response.ts'
import {
  changeSubscription,
  commitChange,
  decideChange,
} from '../subscription/change-subscription.ts'
import { reconcileWithPayPal } from '../subscription/sync-from-paypal.ts'
import { isGiftBuyer } from './gift-buyer.ts'
import type { GiftDeps } from './gift-deps.ts'
import { createGiftWrites, findGift, findGiftByCode, type StoredGift } from './stored-gift.ts'

const refuseCard = (deps: GiftDeps, reason: string) =>
  refuseUnavailable(deps, 'gift_card_not_handled', { reason })

export const getGiftCard: Handle<'GET /api/gift-cards/:code', GiftDeps> = async (
  { code },
  reader,
  deps,
) => {
  const found = await findGiftByCode(deps.firestore, code)
  if (!found.ok) return refuseCard(deps, found.failure.kind)
  if (!found.value || found.value.gift.state === 'unpaid') return refuse('not_found')
  const isBuyer = await isGiftBuyer(deps, found.value, { reader })
  return succeed(describeCard(found.value, { isBuyer, reader }, deps.now()))
}

function describeCard(
  { id, gift }: StoredGift,
  { isBuyer, reader }: { readonly isBuyer: boolean; readonly reader: SignedInReader | null },
  now: Date,
): GiftCard {
  const state = describeState(gift, { isBuyer, uid: reader?.uid ?? null }, now)
  const { length, recipient, senderName, message, deliverAt, redeemableUntil } = gift
  const effect =
    state === 'open' && reader
      ? describeGiftEffect(reader.subscription, { id, months: length }, now)
      : null
  const isOwn = state === 'redeemedByYou' && reader !== null
  const until = isOwn ? resolveEntitlement(reader.subscription, now).givenUntil : null
  // A card that can no longer be opened shows no names.
  const isShown = state === 'open' || state === 'notYet' || state === 'redeemedByYou'
  return {
    state,
    length,
    recipientName: isShown ? (recipient?.name ?? null) : null,
    senderName: isShown && state !== 'notYet' ? senderName : '',
    message: isShown && state !== 'notYet' ? message : '',
    availableAt: deliverAt?.toISOString() ?? null,
    redeemableUntil: redeemableUntil?.toISOString() ?? null,
    effect: effect && {
      kind: effect.kind,
      until: effect.until?.toISOString() ?? null,
      paymentBefore: formatPayment(effect.paymentBefore),
      payment: formatPayment(effect.payment),
    },
    until: until?.toISOString() ?? null,
  }
}

const formatPayment = (payment: Entitlement['nextPayment']) =>
  payment && { ...payment, at: payment.at.toISOString() }

function describeState(
  gift: Gift,
  { isBuyer, uid }: { readonly isBuyer: boolean; readonly uid: string | null },
  now: Date,
): GiftCard['state'] {
  const state = resolveGiftState(gift, now)
  switch (state) {
    case 'unpaid':
    case 'refunded':
    case 'voided':
      return 'void'
    case 'paid':
    case 'scheduled':
    case 'sent':
      return isAvailable(gift, isBuyer, now) ? 'open' : 'notYet'
    case 'redeemed':
    case 'ended':
      return uid !== null && gift.redeemer === uid ? 'redeemedByYou' : 'redeemed'
    case 'disputed':
    case 'expired':
      return state
  }
}

/** A repeated call by the same reader returns the result of the first. */
export const redeemGift: Handle<'POST /api/gift-cards/:code/redemption', GiftDeps> = async (
  { code, effect },
  reader,
  deps,
) => {
  const { firestore, now } = deps
  const found = await findGiftByCode(firestore, code)
  if (!found.ok) return refuseCard(deps, found.failure.kind)
  if (!found.value || found.value.gift.state === 'unpaid') return refuse('not_found')
  const { id, gift } = found.value
  const isBuyer = await isGiftBuyer(deps, found.value, { reader })
  const endFailing = effect === 'endsFailing'
  const event = { kind: 'redeemGift', gift: id, months: gift.length, endFailing } as const
  const changed = await changeSubscription(
    firestore,
    reader.uid,
    { by: 'reader' },
    async (loaded) => {
      const { record } = loaded
      const writes = await prepareRedemption(deps, id, { record, effect, isBuyer, reader })
      if (!writes.ok) return writes
      return commitChange(firestore, decideChange(loaded, event, now()), writes.value)
    },
  )
  if (!changed.ok && changed.failure.kind !== 'superseded') {
    return refuseCard(deps, changed.failure.kind)
  }
  // Another call has changed the gift first, perhaps a simultaneous call by the same reader.
  const current = changed.ok ? succeed(null) : await loadReader(firestore, reader.uid, now())
  if (!current.ok) return refuseCard(deps, current.failure.kind)
  const record = changed.ok ? changed.value.record : (current.value?.subscription ?? null)
  if (!record || !hasGift(record, id)) {
    return refuse(
      'not_possible',
      'This gift or your subscription has changed since you opened this page. Reload the page and try again.',
    )
  }
  return returnRedeemed(deps, reader.uid, record)
}

/** Reads the gift again on each attempt, because two readers may redeem it at the same time. */
async function prepareRedemption(
  { firestore, now }: GiftDeps,
  id: string,
  {
    record,
    effect,
    isBuyer,
    reader: { uid },
  }: {
    readonly record: SubscriptionRecord | null
    readonly effect: GiftEffectKind
    readonly isBuyer: boolean
    readonly reader: SignedInReader
  },
) {
  const found = await findGift(firestore, id)
  if (!found.ok) return found
  if (!found.value) return fail({ kind: 'superseded' } as const)
  const at = now()
  const { gift } = found.value
  const expected = describeGiftEffect(record, { id, months: gift.length }, at)
  const next = applyGiftEvent(gift, { kind: 'redeem', uid, isBuyer }, at)
  if (!next.ok || expected?.kind !== effect) return fail({ kind: 'superseded' } as const)
  const entry = { by: 'redeemer', kind: 'redeem' }
  return succeed(await createGiftWrites(found.value, next.value, entry, at))
}

async function returnRedeemed(deps: GiftDeps, uid: string, record: SubscriptionRecord) {
  const { firestore, paypal, now } = deps
  let current = record
  if (paypal && !record.isReconciled) {
    // If PayPal is unavailable, the cron job reconciles the subscription.
    const reconciled = await reconcileWithPayPal({ firestore, paypal, now }, uid, record)
    if (reconciled.ok) current = reconciled.value?.record ?? record
    else deps.log('subscription_not_reconciled', { uid, reason: reconciled.failure.kind })
  }
  deps.sendPendingEmails(uid)
  const entitlement = resolveEntitlement(current, now())
  await renewPass(deps, uid, entitlement)
  return succeed({
    until: entitlement.givenUntil?.toISOString() ?? null,
    subscription: toSubscriptionResponse(entitlement, true),
  })
}
