import { day } from '../../src/domain/duration.ts'
import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { createNewOutboxWrite, type ItemOutcome, nothingLeft } from '../outbox/outbox-writes.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import type { SubscriptionDeps } from '../subscription/subscription-deps.ts'
import { findGift, type GiftFailure, giftPath } from './stored-gift.ts'
import { syncGift } from './sync-gift.ts'

/** In milliseconds. PayPal releases most pending payments within days, and a refund can be held for thirty more. */
const maxPendingTime = 60 * day

/** Milliseconds for which an unpaid gift is kept after a check has found its payment pending. */
const pendingRetention = 30 * day

/** Checks the payment of a buyer who didn't come back, and again each day while the payment is pending. */
export async function checkGiftPayment(
  deps: SubscriptionDeps,
  { gift: id, pendingSince }: OutboxItemOf<'giftPayment'>,
): Promise<ItemOutcome> {
  const synced = await syncGift(deps, id)
  if (!synced.ok) return synced
  const now = deps.now()
  const isPending = synced.value?.payment === 'pending'
  if (!isPending || now.getTime() - pendingSince.getTime() > maxPendingTime) return nothingLeft
  const dueAt = new Date(now.getTime() + day)
  const extended = await createExtensionWrites(deps, id, now)
  if (!extended.ok) return extended
  return succeed([
    createNewOutboxWrite({ kind: 'giftPayment', gift: id }, pendingSince, dueAt),
    ...extended.value,
  ])
}

/** Keeps an unpaid gift, so that a payment completed later can be attributed to it. */
async function createExtensionWrites(
  { firestore }: SubscriptionDeps,
  id: string,
  now: Date,
): Promise<Result<readonly Write[], GiftFailure>> {
  const found = await findGift(firestore, id)
  if (!found.ok) return found
  // A paid gift doesn't expire.
  if (found.value?.gift.state !== 'unpaid') return succeed([])
  const { updateTime } = found.value
  const expiresAt = new Date(now.getTime() + pendingRetention)
  return succeed([
    { set: giftPath(id), fields: { expiresAt }, merge: true, ifUpdatedAt: updateTime },
  ])
}
