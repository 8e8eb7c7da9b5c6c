import { createMiddleware } from 'hono/factory'
import { createCountryCookie } from './cookies.ts'
import type { Environment } from './edge-context.ts'

/** A two-letter code; null if Cloudflare doesn't know. */
export function findCallerCountry({ cf }: Request): string | null {
  const country: string | undefined = (cf as IncomingRequestCfProperties | undefined)?.country
  // Cloudflare uses XX and T1 for unknown countries.
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null
}

const isPubliclyCacheable = ({ headers }: Response) =>
  /\b(public|s-maxage)\b/.test(headers.get('Cache-Control') ?? '')

/** Lets the next page show the right prices. Pages and images don't set it: caches share them. */
export const setCountryCookie = createMiddleware<Environment>(async (context, next) => {
  await next()
  const country = findCallerCountry(context.req.raw)
  if (country === null || isPubliclyCacheable(context.res)) return
  context.header('Set-Cookie', createCountryCookie(country), { append: true })
})
