import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import { createSurplusWrite } from './create-surplus-write.ts'
import { deletedAccountUid } from './owner-ids.ts'

/** Each payment is refunded once, by its id, however often the item runs. */
export async function endSurplus(
  { firestore, now }: { readonly firestore: Firestore; readonly now: () => Date },
  surplus: Parameters<typeof createSurplusWrite>[0],
): Promise<Result<null, FirestoreFailure>> {
  const committed = await firestore.commit([createSurplusWrite(surplus, now())])
  return committed.ok ? succeed(null) : committed
}

export const endDeletedAccountPurchase = (
  deps: Parameters<typeof endSurplus>[0],
  provider: string,
) => endSurplus(deps, { uid: deletedAccountUid, provider, reason: 'accountDeleted' })
