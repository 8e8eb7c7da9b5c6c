/**
 * Captures the payment of an approved order, and stores the state that PayPal reports. The buyer's return, PayPal's
 * events, the cron job and an operator's refund all call this function, in any order and any number of times.
 */
import { cannotBeGiven, type Gift } from '../../src/domain/gift/gift.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { PayPalCapture } from '../platform/adapters/paypal-orders.ts'
import type { PayPalFailure } from '../platform/adapters/paypal-rest.ts'
import { countAutomaticRefund } from '../subscription/automatic-refunds.ts'
import type { SubscriptionDeps } from '../subscription/subscription-deps.ts'
import { changeGift, findGift, type GiftFailure } from './stored-gift.ts'

export type GiftPayment = 'unapproved' | 'pending' | 'paid' | 'declined' | 'refunded'

export type SyncFailure = GiftFailure | PayPalFailure

/** Returns null for an order that isn't for a gift. */
export async function syncGift(
  deps: SubscriptionDeps,
  id: string,
): Promise<Result<{ readonly gift: Gift; readonly payment: GiftPayment } | null, SyncFailure>> {
  const found = await findGift(deps.firestore, id)
  if (!found.ok) return found
  if (!found.value) return succeed(null)
  const { gift } = found.value
  const capture = await findPayment(deps, id, gift)
  if (!capture.ok) return capture
  if (typeof capture.value === 'string') return succeed({ gift, payment: capture.value })
  return storePayment(deps, id, gift, capture.value)
}

/** Creates a request id, so that PayPal captures the payment only once. */
const createCaptureId = (id: string) => `gift-${id}`

async function findPayment(
  { paypal }: SubscriptionDeps,
  id: string,
  { capture, buyerUid }: Gift,
): Promise<Result<PayPalCapture | 'unapproved' | 'declined', PayPalFailure>> {
  if (capture) return paypal.findCapture(capture)
  const found = await paypal.findOrder(id)
  // PayPal deletes unapproved orders.
  if (!found.ok) return found.failure.kind === 'notFound' ? succeed('unapproved') : found
  if (found.value.capture) return succeed(found.value.capture)
  // A buyer who has deleted their account can no longer give the gift to anyone.
  const isWanted = buyerUid !== deletedAccountUid
  if (found.value.status !== 'APPROVED' || !isWanted) return succeed('unapproved')
  const captured = await paypal.captureOrder(id, createCaptureId(id))
  if (captured.ok) return succeed(captured.value.capture ?? 'unapproved')
  const { failure } = captured
  if (failure.kind !== 'refused') return captured
  if (failure.issue === 'INSTRUMENT_DECLINED') return succeed('declined')
  // Another request has captured the payment in the meantime, so its outcome is read from PayPal.
  const again = await paypal.findOrder(id)
  return again.ok ? succeed(again.value.capture ?? 'unapproved') : again
}

/**
 * Refunds of gifts whose buyers have deleted their accounts are counted together, because their buyers are no longer
 * known.
 */
const deletedBuyers = 'deleted-buyers'

/** Refunds the payment only once, even if called repeatedly. */
export async function refundCapture(
  { paypal }: Pick<SubscriptionDeps, 'paypal'>,
  capture: string,
): Promise<Result<unknown, PayPalFailure>> {
  const refunded = await paypal.refund(capture, `refund-${capture}`)
  const isRefunded =
    !refunded.ok &&
    refunded.failure.kind === 'refused' &&
    refunded.failure.issue === 'CAPTURE_FULLY_REFUNDED'
  return isRefunded ? succeed(undefined) : refunded
}

async function storePayment(
  deps: SubscriptionDeps,
  id: string,
  gift: Gift,
  payment: PayPalCapture,
): Promise<Result<{ readonly gift: Gift; readonly payment: GiftPayment }, SyncFailure>> {
  const { id: capture, status, at, amount } = payment
  if (status === 'PENDING') return succeed({ gift, payment: 'pending' })
  if (status === 'DECLINED' || status === 'FAILED') return succeed({ gift, payment: 'declined' })
  // Our orders always have this price, so a smaller payment isn't for one of them.
  if (amount.minorUnits < gift.price) return fail({ kind: 'malformed' })
  const by = { by: 'provider' }
  const isRefundDue = cannotBeGiven(gift)
  if (isRefundDue && status !== 'REFUNDED') {
    const counted = await countAutomaticRefund(deps, id, { uid: deletedBuyers, payerId: '' })
    if (!counted.ok) {
      const { failure } = counted
      // The payment is checked again each day, like a pending payment.
      return failure.kind === 'held' ? succeed({ gift, payment: 'pending' }) : fail(failure)
    }
    const returned = await refundCapture(deps, capture)
    if (!returned.ok) return returned
  }
  const isReturned = isRefundDue || status === 'REFUNDED'
  const paid = await changeGift(deps, id, { kind: 'captured', capture, at, isReturned }, by)
  if (!paid.ok || !paid.value) return paid.ok ? fail({ kind: 'malformed' }) : paid
  // The buyer has deleted the account since the gift was read.
  if (paid.value.refused === 'notPossible')
    return storePayment(deps, id, paid.value.stored, payment)
  if (!isReturned) return succeed({ gift: paid.value.stored, payment: 'paid' })
  const refunded = await changeGift(deps, id, { kind: 'refunded' }, by)
  if (!refunded.ok || !refunded.value) return refunded.ok ? fail({ kind: 'malformed' }) : refunded
  return succeed({ gift: refunded.value.stored, payment: 'refunded' })
}
