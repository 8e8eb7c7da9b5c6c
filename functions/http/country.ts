import { createMiddleware } from 'hono/factory'
import { countryCookie } from '../account/cookies.ts'
import type { EdgeContext, Environment } from './context.ts'

/** Where the request comes from, in two letters; null where Cloudflare does not know. */
export function callerCountry(context: EdgeContext): string | null {
  const country: string | undefined = (
    context.req.raw.cf as IncomingRequestCfProperties | undefined
  )?.country
  // Cloudflare says XX and T1 where it does not know; neither is a country.
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null
}

/** Whether caches may give the response to other readers as well. */
const isShared = ({ headers }: Response) =>
  /\b(public|s-maxage)\b/.test(headers.get('Cache-Control') ?? '')

/**
 * Tells the browser its country, whatever it asked for, so that the next page shows the right prices.
 * For the API only: pages and pictures are shared by caches.
 */
export const setCountryCookie = createMiddleware<Environment>(async (context, next) => {
  await next()
  const country = callerCountry(context)
  if (country === null || isShared(context.res)) return
  context.header('Set-Cookie', countryCookie(country), { append: true })
})
