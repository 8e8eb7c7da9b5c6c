/** Asks the Durable Object of the caller's network and day. */

import { getErrorName } from '../error-name.ts'
import { parseNetworkBlock } from '../http/caller-network.ts'
import type { Deps } from '../http/edge-context.ts'
import { getCallerAddress } from '../http/guards.ts'
import { waitAtMost } from '../wait-at-most.ts'
import type { NetworkAnswer, NetworkRequest } from './network-unlock-log.ts'

/** Milliseconds. */
const timeout = 4000

/** During an outage the answer is `limit`: otherwise dropping cookies would open the archive. */
export async function askNetwork(deps: Deps, request: NetworkRequest): Promise<NetworkAnswer> {
  const { env, tokens, now, log } = deps
  const day = now().toISOString().slice(0, 10)
  const network = parseNetworkBlock(getCallerAddress(deps))
  const answerWithLimit = (reason: string): NetworkAnswer => {
    log('network_unlocks_unavailable', { reason })
    return { state: 'limit', unlocks: request.known }
  }
  try {
    const objects = env.NETWORK_UNLOCKS
    const id = objects.idFromName(await tokens.computeHash('network', `${network} ${day}`))
    const answer = await waitAtMost(objects.get(id).record(request), timeout)
    return answer ?? answerWithLimit('TimeoutError')
  } catch (error) {
    return answerWithLimit(getErrorName(error))
  }
}
