import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import { type ChangeFailure, findRecord } from './change-subscription.ts'
import type { SubscriptionDeps } from './sync-from-provider.ts'

/** A claim moves a record once, to an account that isn't a guest's. */
const maxTransfers = 3

export async function findCurrentRecord(
  { firestore }: Pick<SubscriptionDeps, 'firestore'>,
  uid: string,
): Promise<Result<{ uid: string; record: SubscriptionRecord } | null, ChangeFailure>> {
  let ownerUid = uid
  for (let transfer = 0; transfer <= maxTransfers; transfer++) {
    const found = await findRecord(firestore, ownerUid)
    if (!found.ok) return found
    if (!found.value) return succeed(null)
    if (!found.value.movedTo) return succeed({ uid: ownerUid, record: found.value })
    ownerUid = found.value.movedTo
  }
  return fail({ kind: 'malformed' })
}
