import { type Handle, refuseUnavailable } from '../identity/handler.ts'
import { readMeter, setNewGuestMeter } from '../identity/reader-passes.ts'
import { findReader } from '../identity/reader-records.ts'
import { type AccessCaller, decideForCaller } from './decide-for-caller.ts'
import type { MeterDeps } from './meter-deps.ts'
import { findFriendName } from './referred-story.ts'
import { setReaderMeter } from './set-reader-meter.ts'
import { unlockAsGuest } from './unlock-as-guest.ts'
import { unlockAsReader } from './unlock-as-reader.ts'
import { respondWithWall } from './wall-response.ts'

export const getWall: Handle<'GET /api/articles/:slug/wall', MeterDeps> = async (
  { slug },
  caller,
  deps,
) => {
  if (caller.kind === 'reader') return getReaderWall(deps, caller, slug)
  const meter = await readMeter(deps, null)
  if (!meter) await setNewGuestMeter(deps)
  const friendName = await findFriendName(deps, slug)
  const article = { slug, access: 'metered' } as const
  return respondWithWall(deps, await decideForCaller(deps, null, article, { friendName }))
}

/**
 * Costs no database read, unless this device has no cookie of this account yet: then one read, or two for a new
 * account.
 */
async function getReaderWall(deps: MeterDeps, reader: AccessCaller, slug: string) {
  const { uid, entitlement } = reader
  const article = { slug, access: 'metered' } as const
  const meter = await readMeter(deps, uid)
  const unlocks = meter?.unlocks ?? []
  if (meter?.owner.kind !== 'reader' && !entitlement.entitled) {
    const found = await findReader(deps.firestore, uid)
    if (!found.ok) {
      return refuseUnavailable(deps, 'unlocks_not_read', { kind: found.failure.kind })
    }
    if (found.value) {
      const all = [...unlocks, ...found.value.reader.unlocks]
      const { spentByAddress } = await setReaderMeter(deps, uid, found.value.reader, all)
      const circumstances = { unlocks: all, spentByAddress }
      return respondWithWall(deps, await decideForCaller(deps, reader, article, circumstances))
    }
  }
  return respondWithWall(deps, await decideForCaller(deps, reader, article, { unlocks }))
}

export const unlockArticle: Handle<'POST /api/articles/:slug/unlock', MeterDeps> = (
  input,
  caller,
  deps,
) => (caller.kind === 'reader' ? unlockAsReader(deps, caller, input) : unlockAsGuest(deps, input))
