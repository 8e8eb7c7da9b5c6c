import { createUnlockFields } from '../../src/domain/paywall/stored-unlock.ts'
import { mergeUnlocks } from '../../src/domain/paywall/unlock.ts'
import type { Deps } from '../identity/edge-context.ts'
import { readMeter } from '../identity/reader-passes.ts'
import { updateReader } from '../identity/reader-records.ts'

/**
 * Adds a guest's unlocks to the account that the guest signs in to. If the update fails, the cookie remains a guest's
 * and still grants access to its stories. Costs a read and a write, but only if there are unlocks to add.
 */
export async function mergeGuestUnlocks(
  deps: Pick<Deps, 'request' | 'tokens' | 'now' | 'firestore' | 'log'>,
  uid: string,
): Promise<boolean> {
  const meter = await readMeter(deps, uid)
  if (!meter || meter.owner.kind === 'reader') return true
  const now = deps.now()
  const added = mergeUnlocks(meter.unlocks, [], now)
  if (added.length === 0) return true
  const merged = await updateReader(deps.firestore, uid, ({ unlocks }) =>
    createUnlockFields(mergeUnlocks(unlocks, added, now)),
  )
  if (!merged.ok) deps.log('unlocks_not_merged', { uid, kind: merged.failure.kind })
  return merged.ok
}
