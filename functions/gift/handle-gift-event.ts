/** Handles PayPal's events about orders and payments. An event only identifies the order to request from PayPal. */
import { z } from 'zod'
import type { GiftEvent } from '../../src/domain/gift/gift-transition.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { DisputeOutcome } from '../platform/adapters/paypal-disputes.ts'
import type { PayPalEvent } from '../subscription/paypal-event.ts'
import type { SubscriptionDeps } from '../subscription/subscription-deps.ts'
import { changeGift, findGiftByCapture, type GiftFailure } from './stored-gift.ts'
import { type SyncFailure, syncGift } from './sync-gift.ts'

export const isGiftEvent = ({ event_type }: Pick<PayPalEvent, 'event_type'>) =>
  event_type.startsWith('CHECKOUT.ORDER.') || event_type.startsWith('PAYMENT.CAPTURE.')

const id = z.string().min(3).max(50)
const orderResource = z.object({ id })
const captureResource = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: id }) }),
})
/** A refund refers to its payment only by a link. */
const refundResource = z.object({
  links: z.array(z.object({ rel: z.string(), href: z.string().max(500) })).max(20),
})
const capturePattern = /\/v2\/payments\/captures\/([A-Z0-9]{3,50})$/

/** Returns null if the event isn't about one of our gifts. */
async function findOrderId(
  { firestore }: SubscriptionDeps,
  { event_type, resource }: PayPalEvent,
): Promise<Result<string | null, GiftFailure>> {
  if (event_type.startsWith('CHECKOUT.ORDER.')) {
    return succeed(orderResource.safeParse(resource).data?.id ?? null)
  }
  const related = captureResource.safeParse(resource)
  if (related.success) return succeed(related.data.supplementary_data.related_ids.order_id)
  const refund = refundResource.safeParse(resource)
  const captures = (refund.data?.links ?? []).flatMap(({ href }) => {
    const capture = capturePattern.exec(href)?.[1]
    return capture ? [capture] : []
  })
  const [capture = orderResource.safeParse(resource).data?.id] = captures
  if (!capture) return succeed(null)
  const found = await findGiftByCapture(firestore, capture)
  return found.ok ? succeed(found.value?.id ?? null) : found
}

export async function handleGiftEvent(
  deps: SubscriptionDeps,
  event: PayPalEvent,
): Promise<Result<void, SyncFailure>> {
  const order = await findOrderId(deps, event)
  if (!order.ok) return order
  if (!order.value) return succeed(undefined)
  const synced = await syncGift(deps, order.value)
  return synced.ok ? succeed(undefined) : synced
}

const kindByOutcome = {
  open: 'disputed',
  won: 'disputeWon',
  // A partial refund leaves the gift valid.
  partial: 'disputeWon',
  lost: 'refunded',
} as const satisfies Record<DisputeOutcome, GiftEvent['kind']>

/** Returns whether the payment is for a gift. */
export async function changeDisputedGift(
  deps: SubscriptionDeps,
  capture: string,
  dispute: string,
  outcome: DisputeOutcome,
): Promise<Result<boolean, GiftFailure>> {
  const found = await findGiftByCapture(deps.firestore, capture)
  if (!found.ok) return found
  if (!found.value) return succeed(false)
  const event = { kind: kindByOutcome[outcome], dispute }
  const changed = await changeGift(deps, found.value.id, event, { by: 'provider' })
  return changed.ok ? succeed(true) : changed
}
