/** Limits unpaid purchases, because each is stored, and looked up at PayPal later. */
import { succeed } from '../../src/domain/result.ts'
import {
  maxOpenPurchases,
  openPurchasePeriod,
  unpaidRetention,
} from '../../src/domain/subscription/purchase-limits.ts'
import { refuse } from '../identity/handler.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

/**
 * Returns whether an account or a guest may start another purchase. `fields` names the field of each collection that
 * contains `value`. Costs a database read per collection. An open purchase expires, so its expiry shows when it was
 * started.
 */
export async function hasRoomForPurchase(
  { firestore, now }: Pick<SubscriptionDeps, 'firestore' | 'now'>,
  value: string,
  fields: Readonly<Record<string, string>> = { checkouts: 'uid', gifts: 'buyerUid' },
) {
  const since = new Date(now().getTime() - openPurchasePeriod + unpaidRetention)
  const isOpen = { field: 'expiresAt', is: 'GREATER_THAN', value: since } as const
  let open = 0
  for (const [collection, field] of Object.entries(fields)) {
    const where = [{ field, is: 'EQUAL', value } as const, isOpen]
    const counted = await firestore.count({ collection, where, orderBy: 'expiresAt' })
    if (!counted.ok) return counted
    open += counted.value
  }
  return succeed(open < maxOpenPurchases)
}

const tooManyText =
  'You’ve started too many purchases today without paying. Go back to PayPal to finish the latest one, or try again tomorrow.'

export const refuseOpenPurchase = () => refuse('too_many_requests', tooManyText)
