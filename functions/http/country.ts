import type { EdgeContext } from './context.ts'

/** Where the request comes from, in two letters; null where Cloudflare does not know. */
export function callerCountry(context: EdgeContext): string | null {
  const country: string | undefined = (
    context.req.raw.cf as IncomingRequestCfProperties | undefined
  )?.country
  // Cloudflare says XX and T1 where it does not know; neither is a country.
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null
}
