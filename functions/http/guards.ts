import { createMiddleware } from 'hono/factory'
import { apiHeaders } from '../../src/contracts/security-headers.ts'
import type { Environment } from './context.ts'
import { errorResponse } from './errors.ts'

/** Counts by the caller's address; the window and limit stand in wrangler.toml. */
export function rateLimit(binding: 'READ_LIMIT' | 'SIGN_IN_LIMIT') {
  return createMiddleware<Environment>(async (context, next) => {
    const key = context.req.header('CF-Connecting-IP') ?? 'unknown'
    const { success } = await context.env[binding].limit({ key })
    if (!success) return errorResponse('too_many_requests')
    return next()
  })
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

/** The headers of every API answer. Nothing of the API is kept by anybody unless it says so. */
export const apiAnswer = createMiddleware<Environment>(async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(apiHeaders)) context.res.headers.set(name, value)
  if (!context.res.headers.has('Cache-Control')) {
    context.res.headers.set('Cache-Control', 'no-store')
  }
})
