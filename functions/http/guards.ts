import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { apiHeaders } from '../../src/contracts/security-headers.ts'
import { readReaderCookies } from '../account/cookies.ts'
import type { EdgeContext, Environment } from './context.ts'
import { errorResponse } from './errors.ts'
import { type CallerLimit, limits } from './limits.ts'
import { callerNetwork } from './network.ts'

type Limit = CallerLimit | 'DESK_LIMIT'

export const networkOf = (context: EdgeContext) =>
  callerNetwork(context.req.header('CF-Connecting-IP'))

/**
 * Whether the caller may do this once more; the numbers are in wrangler.toml. A reader is counted by
 * the uid of their session, so that neither a new session nor another network starts a new count.
 * Readers and guests of one network are counted apart: guests can't use up what readers have, and
 * accounts made in bulk can't get past the ceiling.
 */
export async function isWithinLimit(
  context: EdgeContext,
  limit: Limit,
  kind: string,
): Promise<boolean> {
  const { env } = context
  const network = networkOf(context)
  if (limit === 'DESK_LIMIT') return isWithin(env.DESK_LIMIT, `${kind} ${network}`)
  const { reader, readers, guests } = limits[limit]
  const uid = await readSessionUid(context)
  if (uid === null) return isWithin(env[guests], `guest ${kind} ${network}`)
  // In this order: what a reader does in excess isn't counted against their neighbours.
  return (
    (await isWithin(env[reader], `reader ${kind} ${uid}`)) &&
    isWithin(env[readers], `reader ${kind} ${network}`)
  )
}

/** Null without a session that we signed. Costs no database read: it may have been ended since. */
async function readSessionUid(context: EdgeContext): Promise<string | null> {
  const { tokens, now } = context.var.services
  const { session } = readReaderCookies(context)
  return session ? ((await tokens.readSession(session, now()))?.uid ?? null) : null
}

/** Whether one more email may be sent to an address, whoever asks and from wherever. */
export function isAddressWithinLimit(context: EdgeContext, kind: string, addressHash: string) {
  return isWithin(context.env.JOIN_LIMIT, `address ${kind} ${addressHash}`)
}

/**
 * Whether a form may be accepted without a bot check: few of one network, and few for one address.
 * In this order, so that a network that is over its limit can't use up an address's.
 */
export async function isUncheckedWithinLimit(context: EdgeContext, addressHash: string) {
  const { UNCHECKED_LIMIT } = context.env
  return (
    (await isWithin(UNCHECKED_LIMIT, `network ${networkOf(context)}`)) &&
    isWithin(UNCHECKED_LIMIT, `address ${addressHash}`)
  )
}

export async function isWithin(limit: RateLimit, key: string): Promise<boolean> {
  return (await limit.limit({ key })).success
}

/** What is of another kind is counted apart, and neither uses up what the other may do. */
export function rateLimit(
  limit: Limit,
  kind = 'api',
  refuse: (context: EdgeContext) => Response = () => errorResponse('too_many_requests'),
) {
  return createMiddleware<Environment>(async (context, next) => {
    if (!(await isWithinLimit(context, limit, kind))) return refuse(context)
    return next()
  })
}

/** Refuses a body of more bytes before anybody reads it whole, whatever its length claims to be. */
export function limitBody(bytes: number) {
  return bodyLimit({ maxSize: bytes, onError: () => errorResponse('too_large') })
}

/** Bytes of a body that are waited for though nobody wants them. */
const unwantedBytes = 65_536

/**
 * Waits for a small body that was answered without being read. Workerd would close the connection on
 * which it is still coming, and the caller's next request with it.
 */
export async function receiveUnread(request: Request) {
  const length = request.headers.get('Content-Length')
  if (request.bodyUsed || length === null || Number(length) > unwantedBytes) return
  // Who goes away in the middle of it wants no answer.
  await request.arrayBuffer().catch(() => {})
}

/**
 * Refuses a state-changing request that another site made a browser send. Browsers always set
 * Origin on such requests and pages cannot forge it.
 */
export const sameOrigin = createMiddleware<Environment>(async (context, next) => {
  const origin = context.req.header('Origin')
  if (origin !== new URL(context.req.url).origin) return errorResponse('forbidden')
  return next()
})

/** Sets the headers that every answer has. A page brings a policy of its own. */
export function withSecurityHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(apiHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  // Nothing of the edge is kept by anybody unless it says so.
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
  return response
}
