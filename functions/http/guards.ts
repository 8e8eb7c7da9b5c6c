import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { apiHeaders } from '../../src/contracts/security-headers.ts'
import type { EdgeContext, Environment } from './context.ts'
import { errorResponse } from './errors.ts'
import { callerNetwork } from './network.ts'

type Limit = 'READ_LIMIT' | 'SIGN_IN_LIMIT' | 'JOIN_LIMIT' | 'DESK_LIMIT'

/** Whether the caller may do this once more; the window and limit stand in wrangler.toml. */
export async function isWithinLimit(context: EdgeContext, limit: Limit, kind: string) {
  const network = callerNetwork(context.req.header('CF-Connecting-IP'))
  const { success } = await context.env[limit].limit({ key: `${kind} ${network}` })
  return success
}

/** What is of another kind is counted apart, and neither uses up what the other may do. */
export function rateLimit(limit: Limit, kind = 'api') {
  return createMiddleware<Environment>(async (context, next) => {
    if (!(await isWithinLimit(context, limit, kind))) return errorResponse('too_many_requests')
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
