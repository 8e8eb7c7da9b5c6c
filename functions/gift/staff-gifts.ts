/** Handles requests by supporters and operators about readers' gifts. */
import { type Gift, resolveGiftState } from '../../src/domain/gift/gift.ts'
import {
  applyGiftEvent,
  type GiftEvent,
  maxResends,
} from '../../src/domain/gift/gift-transition.ts'
import { getFullName } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Act } from '../../src/domain/staff/act.ts'
import type { Staff } from '../identity/caller.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { PayPalFailure } from '../platform/adapters/paypal-rest.ts'
import { createActWrite } from '../staff/act-records.ts'
import { findGiftsOf, toStaffGift } from './find-staff-gifts.ts'
import type { GiftDeps } from './gift-deps.ts'
import { changeGift, findGift, type GiftFailure } from './stored-gift.ts'
import { refundCapture } from './sync-gift.ts'

type Change = {
  readonly id: string
  readonly message?: string | undefined
  readonly dryRun: boolean
}

type DescribeAct = (before: Gift, after: Gift) => Pick<Act, 'kind' | 'before' | 'after'>

export const findStaffGifts: Handle<'POST /api/desk/gifts/search', GiftDeps> = async (
  { query },
  _,
  deps,
) => {
  const found = await findGiftsOf(deps.firestore, query)
  if (!found.ok) return refuseFailure(deps, found.failure)
  return succeed({ gifts: found.value.map((gift) => toStaffGift(gift, deps.now())) })
}

export const resendCard: Handle<'POST /api/desk/gifts/:id/card', GiftDeps> = (
  change,
  staff,
  deps,
) => {
  const act = { kind: 'giftResent', before: null, after: null } as const
  return applyChange(deps, staff, change, { kind: 'resend', by: getName(staff) }, () => act)
}

export const voidGift: Handle<'POST /api/desk/gifts/:id/void', GiftDeps> = (change, staff, deps) =>
  applyChange(deps, staff, change, { kind: 'void' }, (before, after) => ({
    kind: 'giftVoided',
    before: before.state,
    after: after.state,
  }))

export const extendGift: Handle<'PUT /api/desk/gifts/:id/deadline', GiftDeps> = (
  { until, ...change },
  staff,
  deps,
) => {
  const event = { kind: 'extend', until: new Date(until) } as const
  return applyChange(deps, staff, change, event, (before, after) => ({
    kind: 'giftExtended',
    before: before.redeemableUntil?.toISOString() ?? null,
    after: after.redeemableUntil?.toISOString() ?? null,
  }))
}

/**
 * The act is stored before PayPal is called, so that no refund is without a name, even if PayPal's event about it
 * arrives first. Repeating a refund at PayPal has no effect.
 */
export const refundGift: Handle<'POST /api/desk/gifts/:id/refund', GiftDeps> = async (
  change,
  staff,
  deps,
) => {
  const { firestore, paypal, now } = deps
  const found = await findGift(firestore, change.id)
  if (!found.ok) return refuseFailure(deps, found.failure)
  if (!found.value) return refuseUnknown()
  const { buyerUid, capture, state } = found.value.gift
  if (buyerUid === staff.uid && staff.role !== 'operator')
    return refuse('not_possible', 'You bought this gift, so only an operator can refund it.')
  if (!capture) {
    return refuse('not_possible', 'This gift hasn’t been paid for, so there is nothing to refund.')
  }
  const event = { kind: 'refunded' } as const
  if (change.dryRun || state === 'refunded') return applyChange(deps, staff, change, event)
  if (!paypal) return refuseUnavailable(deps, 'gift_not_handled', { reason: 'not set up' })
  const act = {
    kind: 'giftRefundRequested',
    subject: change.id,
    before: state,
    after: null,
  } as const
  const recorded = await firestore.commit([createActWrite(staff, act, now())])
  if (!recorded.ok) return refuseFailure(deps, recorded.failure)
  const refunded = await refundCapture({ paypal }, capture)
  if (!refunded.ok) return refuseRefund(deps, refunded.failure)
  const changed = await applyChange(deps, staff, change, event)
  if (changed.ok || changed.failure.message === undefined) return changed
  const message = `PayPal refunded the payment, but the gift wasn’t updated: ${changed.failure.message}`
  return refuse(changed.failure.code, message)
}

const getName = ({ reader, uid }: Staff) => getFullName(reader) || uid

/** A change that has already happened isn't made again, and is no error. */
async function applyChange(
  deps: GiftDeps,
  staff: Staff,
  { id, message, dryRun }: Change,
  event: GiftEvent,
  describeAct?: DescribeAct,
) {
  const { firestore, now } = deps
  const found = await findGift(firestore, id)
  if (!found.ok) return refuseFailure(deps, found.failure)
  if (!found.value) return refuseUnknown()
  const { gift } = found.value
  const before = resolveGiftState(gift, now())
  if (dryRun) {
    const next = applyGiftEvent(gift, event, now())
    if (!next.ok && next.failure === 'notPossible') return refuseState(event, before)
    return succeed({ before, after: resolveGiftState(next.ok ? next.value.gift : gift, now()) })
  }
  const changed = await changeGift(deps, id, event, {
    by: getName(staff),
    message: message || null,
    ...(describeAct && {
      createAct: (from, to, at) =>
        createActWrite(staff, { subject: id, ...describeAct(from, to) }, at),
    }),
  })
  if (!changed.ok) return refuseFailure(deps, changed.failure)
  if (!changed.value) return refuseUnknown()
  const { stored, refused } = changed.value
  if (refused === 'notPossible') return refuseState(event, resolveGiftState(stored, now()))
  return succeed({ before, after: resolveGiftState(stored, now()) })
}

const refuseUnknown = () =>
  refuse(
    'not_found',
    'There’s no gift with this PayPal order ID. Find the gift by its code or the buyer’s email address.',
  )

/** The conditions of some changes, which a refusal adds to the gift's state. */
const conditions: Readonly<Partial<Record<GiftEvent['kind'], string>>> = {
  resend: ` A sent card can be sent again up to ${maxResends} times, unless its address was refused.`,
  extend: ' Only the deadline of an unredeemed gift can be changed, and only to a later time.',
  void: ' Only a gift that was paid for and hasn’t been redeemed can be voided.',
}

const refuseState = ({ kind }: GiftEvent, state: string) =>
  refuse(
    'not_possible',
    `This change isn’t possible. The gift’s state is “${state}”.${conditions[kind] ?? ''}`,
  )

const refuseFailure = (deps: GiftDeps, { kind }: GiftFailure) =>
  kind === 'malformed'
    ? refuse(
        'not_possible',
        'The stored gift is invalid. An operator has to correct it in Firestore.',
      )
    : refuseUnavailable(
        deps,
        'gift_not_handled',
        { kind },
        'The database isn’t responding. Try again in a minute.',
      )

function refuseRefund(deps: GiftDeps, failure: PayPalFailure) {
  switch (failure.kind) {
    case 'unavailable':
      return refuseUnavailable(
        deps,
        'gift_not_handled',
        { reason: failure.reason },
        'PayPal isn’t responding. The gift may have been refunded. Try again in a minute: it’s never refunded twice.',
      )
    case 'notFound':
      return refuse(
        'not_possible',
        'PayPal can’t find this payment, so nothing was refunded. Look for the order at PayPal.',
      )
    case 'refused':
      return refuse(
        'not_possible',
        `PayPal refused the refund (${failure.issue}), so nothing was refunded. Look at the payment at PayPal before you try again.`,
      )
  }
}
