/** Limits the requests of one caller: a reader, an address or a network. */
import type { LimitName } from '../../src/contracts/endpoints/endpoint.ts'
import type { LimitedPage } from '../platform/http/call-costs.ts'
import { countOne, isNetworkWithinLimit } from '../platform/http/caller-network.ts'
import { type CountCall, rateLimits } from '../platform/http/rate-limits.ts'
import { readBearer, readCallerSession } from './caller-session.ts'
import type { Deps } from './edge-context.ts'
import type { InboxHash } from './inbox.ts'
import { findKnownOwner } from './known-keys.ts'

type RequestDeps = Pick<Deps, 'env' | 'request'>

/**
 * The limits are in wrangler.toml. Readers are counted by uid, so that a new session or network doesn't start a new
 * count. Accounts created in bulk share their network's limit.
 */
export async function isWithinLimit(
  deps: RequestDeps & Pick<Deps, 'tokens' | 'now'>,
  limit: LimitName,
  counter: string,
  count: CountCall = countOne,
): Promise<boolean> {
  if (limit === 'DESK_LIMIT') return isNetworkWithinLimit(deps, limit, counter, count)
  const { reader, readers, guests } = rateLimits[limit]
  const key = readBearer(deps)
  const owner = key === null ? null : findKnownOwner(key, deps.now())
  if (owner !== null) return count(deps.env[reader], `key ${counter} ${owner}`)
  const uid = await readSessionUid(deps)
  if (uid === null) return isNetworkWithinLimit(deps, guests, `guest ${counter}`, count)
  // The order matters: a reader's excess calls don't count against the network.
  return (
    (await count(deps.env[reader], `reader ${counter} ${uid}`)) &&
    isNetworkWithinLimit(deps, readers, `readers ${counter}`, count)
  )
}

/** Limits requests for pages rather than for API endpoints. */
export const isPageWithinLimit = (deps: Parameters<typeof isWithinLimit>[0], page: LimitedPage) =>
  isWithinLimit(deps, 'LOOK_UP_LIMIT', page)

/** Returns null without a session signed by us; the session may have been ended since. Costs no database read. */
export const readSessionUid = async (deps: Pick<Deps, 'request' | 'tokens' | 'now'>) =>
  (await readCallerSession(deps))?.uid ?? null

/** Limits the emails to one address, whoever causes them. */
export function isAddressWithinLimit(
  { env }: Pick<Deps, 'env'>,
  counter: string,
  addressHash: string,
) {
  return countOne(env.JOIN_LIMIT, `address ${counter} ${addressHash}`)
}

/** Counts the network first, so that a network over its limit can't use up an address's limit. */
export async function isUnverifiedWithinLimit(deps: RequestDeps, inbox: InboxHash) {
  return (
    (await isNetworkWithinLimit(deps, 'UNCHECKED_LIMIT', 'network')) &&
    countOne(deps.env.UNCHECKED_LIMIT, `address ${inbox}`)
  )
}
