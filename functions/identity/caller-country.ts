import { createMiddleware } from 'hono/factory'
import { isConsentRequired } from '../../src/domain/consent.ts'
import { hasOptedOut } from '../platform/http/has-opted-out.ts'
import { createCountryCookie, createVisitsCookie, hasVisitsCookie } from './cookies.ts'
import type { Environment } from './edge-context.ts'

/** Returns a two-letter code; null if Cloudflare has no country for the caller. */
export function findCallerCountry({ cf }: Request): string | null {
  const country: string | undefined = (cf as IncomingRequestCfProperties | undefined)?.country
  // Cloudflare uses XX and T1 for unknown countries.
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null
}

const isPubliclyCacheable = ({ headers }: Response) =>
  /\b(public|s-maxage)\b/.test(headers.get('Cache-Control') ?? '')

/** Returns the change to the cookie that lets pages store where a visit began; null if nothing changes. */
function createVisitsChange(country: string | null, request: Request): string | null {
  const isFree = !isConsentRequired(country) && !hasOptedOut(request)
  return isFree || hasVisitsCookie(request) ? createVisitsCookie(isFree) : null
}

/**
 * Sets cookies for the next page: its prices, and whether it may store the visit's origin. Pages and images don't set
 * cookies, because caches share them.
 */
export const setCountryCookies = createMiddleware<Environment>(async (context, next) => {
  await next()
  const request = context.req.raw
  if (isPubliclyCacheable(context.res)) return
  const country = findCallerCountry(request)
  const lines = [country && createCountryCookie(country), createVisitsChange(country, request)]
  for (const line of lines) if (line) context.header('Set-Cookie', line, { append: true })
})
