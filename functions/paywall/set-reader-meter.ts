import { getUnlockEnd, type SpentUnlock, type Unlock } from '../../src/domain/paywall/unlock.ts'
import type { Reader } from '../../src/domain/reader.ts'
import type { Deps } from '../identity/edge-context.ts'
import { setMeter } from '../identity/reader-passes.ts'
import { readSpentByAddress } from './address-spent.ts'

/**
 * Sets the meter on a device that has no cookie of this account yet. Costs a database read for a new account, which may
 * have replaced a deleted one. If the read fails, the paywall may offer a story that the unlock then refuses.
 */
export async function setReaderMeter(
  deps: Deps,
  uid: string,
  reader: Pick<Reader, 'email' | 'emailVerified' | 'createdAt'>,
  unlocks: readonly Unlock[],
): Promise<{ readonly spentByAddress: readonly SpentUnlock[] }> {
  const isNew = getUnlockEnd({ at: reader.createdAt }) > deps.now()
  const found = isNew ? await readSpentByAddress(deps, { uid, ...reader }) : null
  if (found?.ok === false) deps.log('spent_unlocks_not_read', { uid, kind: found.failure.kind })
  const spentByAddress = found?.ok ? found.value.spent : []
  await setMeter(deps, { owner: { kind: 'reader', id: uid }, unlocks, spentByAddress })
  return { spentByAddress }
}
