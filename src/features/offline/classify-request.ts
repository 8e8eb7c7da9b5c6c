import type { ApiRoute } from '../../contracts/endpoints/endpoints.ts'

export type RequestKind =
  /** The service worker doesn't handle the request. */
  | 'browser'
  | 'page'
  | 'body'
  /** The response says whether the reader is entitled. */
  | 'entitlement'
  | 'signOut'
  | 'image'
  | 'asset'

const signOutRoutes: readonly string[] = [
  'DELETE /api/session',
  'DELETE /api/sessions',
  'DELETE /api/account',
  'POST /api/log-out',
] satisfies ApiRoute[]
const entitlementRoutes: readonly string[] = [
  'POST /api/session',
  'GET /api/subscription',
] satisfies ApiRoute[]
const bodyPathPattern = /^\/api\/articles\/[^/]+\/body$/
/** Matches pages that are personal, or excluded from caches on purpose. */
const uncachedPathPattern =
  /^\/(?:(?:preview|reader|sealed|moved|cdn-cgi|r|g|gift|gifts|newsletter\/(?:confirm|unsubscribe|preferences))\/|(?:gifts|redeem|gift-subscription\/finish)$)/

export function classifyRequest(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  ownOrigin: string,
): RequestKind {
  const { origin, pathname } = new URL(url)
  if (origin !== ownOrigin || uncachedPathPattern.test(pathname)) return 'browser'
  const route = `${method} ${pathname}`
  if (signOutRoutes.includes(route)) return 'signOut'
  if (entitlementRoutes.includes(route)) return 'entitlement'
  if (method !== 'GET') return 'browser'
  if (pathname.startsWith('/api/')) return bodyPathPattern.test(pathname) ? 'body' : 'browser'
  if (mode === 'navigate') return 'page'
  if (pathname.startsWith('/images/')) return 'image'
  return /^\/_(?:astro|fonts)\//.test(pathname) ? 'asset' : 'browser'
}
