import { type Result, succeed } from '../../src/domain/result.ts'
import { createOutboxItem, type OutboxItemOf } from '../../src/domain/subscription/outbox-item.ts'
import type { Write } from '../adapters/firestore.ts'
import type { SubscriptionDeps } from '../subscription/sync-from-provider.ts'
import { syncGift } from './sync-gift.ts'

type Outcome = Result<readonly Write[], { readonly kind: string }>

const nothingLeft: Outcome = succeed([])

const day = 24 * 60 * 60 * 1000

/** Milliseconds. PayPal releases most pending payments within days. */
const maxPendingTime = 30 * day

/** Asks PayPal for a payment whose buyer didn't come back; again each day while it is pending. */
export async function checkGiftPayment(
  deps: SubscriptionDeps,
  { gift: id, pendingSince }: OutboxItemOf<'giftPayment'>,
): Promise<Outcome> {
  const synced = await syncGift(deps, id)
  if (!synced.ok) return synced
  const now = deps.now()
  const isPending = synced.value?.payment === 'pending'
  if (!isPending || now.getTime() - pendingSince.getTime() > maxPendingTime) return nothingLeft
  const dueAt = new Date(now.getTime() + day)
  const item = { ...createOutboxItem({ kind: 'giftPayment', gift: id }, pendingSince), dueAt }
  return succeed([{ set: `outbox/${crypto.randomUUID()}`, fields: item, ifExists: false }])
}
