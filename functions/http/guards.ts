import { bodyLimit } from 'hono/body-limit'
import type { LimitName } from '../../src/contracts/endpoints/endpoint.ts'
import { apiHeaders } from '../../src/contracts/pages/security-headers.ts'
import { readCallerSession } from '../account/caller-session.ts'
import type { InboxHash } from '../email/inbox.ts'
import type { CountCall } from './batched-count.ts'
import { parseCallerNetwork } from './caller-network.ts'
import type { Deps } from './edge-context.ts'
import { createErrorResponse } from './error-response.ts'
import { rateLimits } from './rate-limits.ts'

type RequestDeps = Pick<Deps, 'env' | 'request'>

/** Empty if it isn't known. */
export const getCallerAddress = ({ request }: Pick<Deps, 'request'>) =>
  request.headers.get('CF-Connecting-IP') ?? ''

export const getCallerNetwork = (deps: Pick<Deps, 'request'>) =>
  parseCallerNetwork(getCallerAddress(deps))

/**
 * The limits are in wrangler.toml. Readers are counted by uid, so that a new session or network doesn't
 * start a new count. Accounts created in bulk share the network's ceiling.
 */
export async function isWithinLimit(
  deps: RequestDeps & Pick<Deps, 'tokens' | 'now'>,
  limit: LimitName,
  counter: string,
  count: CountCall = isWithinRateLimit,
): Promise<boolean> {
  const { env } = deps
  const network = getCallerNetwork(deps)
  if (limit === 'DESK_LIMIT') return isWithinRateLimit(env.DESK_LIMIT, `${counter} ${network}`)
  const { reader, readers, guests } = rateLimits[limit]
  const uid = await readSessionUid(deps)
  if (uid === null) return count(env[guests], `guest ${counter} ${network}`)
  // In this order: a reader's excess calls don't count against the network.
  return (
    (await count(env[reader], `reader ${counter} ${uid}`)) &&
    count(env[readers], `readers ${counter} ${network}`)
  )
}

/** Null without a session that we signed; it may have been ended since. Costs no database read. */
export const readSessionUid = async (deps: Pick<Deps, 'request' | 'tokens' | 'now'>) =>
  (await readCallerSession(deps))?.uid ?? null

/** Limits the emails to one address, from any caller. */
export function isAddressWithinLimit(
  { env }: Pick<Deps, 'env'>,
  counter: string,
  addressHash: string,
) {
  return isWithinRateLimit(env.JOIN_LIMIT, `address ${counter} ${addressHash}`)
}

/** Counts the network first, so that it can't use up an address's limit. */
export async function isUnverifiedWithinLimit(deps: RequestDeps, inbox: InboxHash) {
  const { UNCHECKED_LIMIT } = deps.env
  return (
    (await isWithinRateLimit(UNCHECKED_LIMIT, `network ${getCallerNetwork(deps)}`)) &&
    isWithinRateLimit(UNCHECKED_LIMIT, `address ${inbox}`)
  )
}

export async function isWithinRateLimit(limit: RateLimit, key: string): Promise<boolean> {
  return (await limit.limit({ key })).success
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
