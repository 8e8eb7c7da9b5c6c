import { createMiddleware } from 'hono/factory'
import { consentCookie, needsNoConsent } from '../../src/contracts/cookies/consent-cookie.ts'
import { isConsentRequired } from '../../src/domain/consent.ts'
import { hasOptedOut } from '../platform/http/has-opted-out.ts'
import { createConsentCookie, createCountryCookie, readConsentCookie } from './cookies.ts'
import type { Environment } from './edge-context.ts'

/** A two-letter code; null if Cloudflare doesn't know. */
export function findCallerCountry({ cf }: Request): string | null {
  const country: string | undefined = (cf as IncomingRequestCfProperties | undefined)?.country
  // Cloudflare uses XX and T1 for unknown countries.
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null
}

const isPubliclyCacheable = ({ headers }: Response) =>
  /\b(public|s-maxage)\b/.test(headers.get('Cache-Control') ?? '')

/** Says where no consent is needed; an answer is never replaced. Null if nothing changes. */
function createConsentChange(country: string, request: Request, response: Response): string | null {
  const stored = readConsentCookie(request)
  const isSet = response.headers.getSetCookie().some((line) => line.startsWith(`${consentCookie}=`))
  if (isSet) return null
  if (isConsentRequired(country))
    return stored === needsNoConsent ? createConsentCookie(null) : null
  return stored === undefined && !hasOptedOut(request) ? createConsentCookie(needsNoConsent) : null
}

/** Lets the next page show the right prices. Pages and images don't set it: caches share them. */
export const setCountryCookie = createMiddleware<Environment>(async (context, next) => {
  await next()
  const request = context.req.raw
  const country = findCallerCountry(request)
  if (country === null || isPubliclyCacheable(context.res)) return
  const consent = createConsentChange(country, request, context.res)
  for (const line of [createCountryCookie(country), consent])
    if (line) context.header('Set-Cookie', line, { append: true })
})
