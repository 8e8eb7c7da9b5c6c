import { bodyLimit } from 'hono/body-limit'
import type { LimitName } from '../../src/contracts/endpoints/endpoint.ts'
import { apiHeaders } from '../../src/contracts/pages/security-headers.ts'
import { readCallerSession } from '../account/caller-session.ts'
import type { LimitedPage } from './call-costs.ts'
import { countOne, isNetworkWithinLimit } from './caller-network.ts'
import type { Deps } from './edge-context.ts'
import { createErrorResponse } from './error-response.ts'
import { type CountCall, rateLimits } from './rate-limits.ts'

type RequestDeps = Pick<Deps, 'env' | 'request'>

/**
 * The limits are in wrangler.toml. Readers are counted by uid, so that a new session or network doesn't
 * start a new count. Accounts created in bulk share the network's ceiling.
 */
export async function isWithinLimit(
  deps: RequestDeps & Pick<Deps, 'tokens' | 'now'>,
  limit: LimitName,
  counter: string,
  count: CountCall = countOne,
): Promise<boolean> {
  if (limit === 'DESK_LIMIT') return isNetworkWithinLimit(deps, limit, counter, count)
  const { reader, readers, guests } = rateLimits[limit]
  const uid = await readSessionUid(deps)
  if (uid === null) return isNetworkWithinLimit(deps, guests, `guest ${counter}`, count)
  // In this order: a reader's excess calls don't count against the network.
  return (
    (await count(deps.env[reader], `reader ${counter} ${uid}`)) &&
    isNetworkWithinLimit(deps, readers, `readers ${counter}`, count)
  )
}

/** For what isn't an endpoint of the API. */
export const isPageWithinLimit = (deps: Parameters<typeof isWithinLimit>[0], page: LimitedPage) =>
  isWithinLimit(deps, 'LOOK_UP_LIMIT', page)

/** Null without a session that we signed; it may have been ended since. Costs no database read. */
export const readSessionUid = async (deps: Pick<Deps, 'request' | 'tokens' | 'now'>) =>
  (await readCallerSession(deps))?.uid ?? null

/** Limits the emails to one address, from any caller. */
export function isAddressWithinLimit(
  { env }: Pick<Deps, 'env'>,
  counter: string,
  addressHash: string,
) {
  return countOne(env.JOIN_LIMIT, `address ${counter} ${addressHash}`)
}

/** Counts the network first, so that it can't use up an address's limit. */
export async function isUnverifiedWithinLimit(deps: RequestDeps, addressHash: string) {
  return (
    (await isNetworkWithinLimit(deps, 'UNCHECKED_LIMIT', 'network')) &&
    countOne(deps.env.UNCHECKED_LIMIT, `address ${addressHash}`)
  )
}

/** Counts the bytes as they arrive: Content-Length may be wrong. */
export function limitBody(bytes: number) {
  return bodyLimit({ maxSize: bytes, onError: () => createErrorResponse('too_large') })
}

/** More than readers’ endpoints accept, so that the sender of too large a body still gets the response. */
const maxDrainedBytes = 256 * 1024

/** Otherwise workerd closes the connection after a refusal, and the caller's next request fails. */
export async function drainRequestBody(request: Request) {
  const length = request.headers.get('Content-Length')
  if (request.bodyUsed || length === null || Number(length) > maxDrainedBytes) return
  // The caller may have hung up.
  await request.body?.pipeTo(new WritableStream()).catch(() => {})
}

/** Browsers set Origin on every such request, and pages can't forge it. */
export const isSameOrigin = ({ headers, url }: Request) =>
  headers.get('Origin') === new URL(url).origin

/** Pages have a policy of their own. */
export function setSecurityHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(apiHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
  return response
}
