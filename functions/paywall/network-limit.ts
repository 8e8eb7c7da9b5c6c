/** Calls the Durable Object for the caller's network and day. */
import { networksPerWideNetwork } from '../../src/domain/network.ts'
import type { Deps } from '../identity/edge-context.ts'
import { getErrorName } from '../platform/error-name.ts'
import {
  getCallerAddress,
  parseNetworkBlock,
  parseWideNetwork,
} from '../platform/http/caller-network.ts'
import { waitAtMost } from '../platform/wait-at-most.ts'
import type { NetworkAnswer, NetworkRequest } from './network-unlock-log.ts'

/** In milliseconds. */
const timeout = 4000

/**
 * Calls the network's Durable Object. During an outage the answer is `limit`, because dropping cookies would otherwise
 * give access to the whole archive. For IPv6, the /48 must allow the unlock too. Its object is called only if the
 * network itself allows the unlock, so that a network above its limit doesn't use up its neighbours' share.
 */
export async function askNetwork(deps: Deps, request: NetworkRequest): Promise<NetworkAnswer> {
  const address = getCallerAddress(deps)
  const network = parseNetworkBlock(address)
  const wideNetwork = parseWideNetwork(address)
  if (wideNetwork !== null) {
    const trial = await askObject(deps, network, { ...request, isTrial: true })
    if (trial.state !== 'unlocked') return trial
    const networks = networksPerWideNetwork
    const wide = await askObject(deps, wideNetwork, { ...request, networks })
    if (wide.state !== 'unlocked') return wide
  }
  return askObject(deps, network, request)
}

async function askObject(
  { env, tokens, now, log }: Deps,
  network: string,
  request: NetworkRequest,
): Promise<NetworkAnswer> {
  const day = now().toISOString().slice(0, 10)
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
