import { type Result, succeed } from '../../src/domain/result.ts'
import { createOutboxItem, getSurplusPath } from '../../src/domain/subscription/outbox-item.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import { deletedAccountUid } from './owner-ids.ts'

/** Each payment is refunded once, by its id, however often the item runs. */
export async function endSurplus(
  { firestore, now }: { readonly firestore: Firestore; readonly now: () => Date },
  surplus: NonNullable<Transition['surplus']> & { readonly uid: string },
): Promise<Result<null, FirestoreFailure>> {
  const fields = createOutboxItem({ kind: 'surplus', ...surplus }, now())
  const committed = await firestore.commit([{ set: getSurplusPath(surplus.provider), fields }])
  return committed.ok ? succeed(null) : committed
}

export const endDeletedAccountPurchase = (
  deps: Parameters<typeof endSurplus>[0],
  provider: string,
) => endSurplus(deps, { uid: deletedAccountUid, provider, reason: 'accountDeleted' })
