/** Limits the purchases that nobody has paid: each is stored, and PayPal is asked about it later. */
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  maxOpenPurchases,
  openPurchasePeriod,
  unpaidRetention,
} from '../../src/domain/subscription/purchase-limits.ts'
import { refuse } from '../identity/handler.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

/** The fields that name an account or a guest, and the address that a guest has typed. */
const purchaseFields = {
  buyer: { checkouts: 'uid', gifts: 'buyerUid' },
  address: { gifts: 'buyerEmail' },
} as const

/** Costs a database read for each kind of purchase. An open one expires, so its expiry says when it was started. */
export async function hasRoomForPurchase(
  { firestore, now }: Pick<SubscriptionDeps, 'firestore' | 'now'>,
  by: keyof typeof purchaseFields,
  value: string,
): Promise<Result<boolean, FirestoreFailure>> {
  const since = new Date(now().getTime() - openPurchasePeriod + unpaidRetention)
  let open = 0
  for (const [collection, field] of Object.entries(purchaseFields[by])) {
    const counted = await firestore.count({
      collection,
      where: [
        { field, is: 'EQUAL', value },
        { field: 'expiresAt', is: 'GREATER_THAN', value: since },
      ],
      orderBy: 'expiresAt',
    })
    if (!counted.ok) return counted
    open += counted.value
  }
  return succeed(open < maxOpenPurchases)
}

export const refuseOpenPurchase = () =>
  refuse(
    'too_many_requests',
    'You’ve started many purchases today without paying. Go back to PayPal to finish the last one, or try again tomorrow.',
  )
