/** Who answers a request when the service worker is asked: by its method, its mode and its address. */
import { endpoints } from '../../contracts/endpoints.ts'

export type Answer =
  /** The browser, as if there were no service worker. */
  | 'browser'
  /** A document. */
  | 'page'
  /** The closed part of an article. */
  | 'body'
  /** Says where the reader stands. */
  | 'standing'
  /** Ends the reader's session. */
  | 'signOut'
  | 'picture'
  | 'asset'

const endings: readonly string[] = [endpoints.session, endpoints.sessions, endpoints.account]
const body = /^\/api\/articles\/[^/]+\/body$/
/** Made for one reader, or kept by nobody on purpose. */
const never = /^\/(?:preview|sealed|moved|cdn-cgi)\//

export function answerFor(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  ownOrigin: string,
): Answer {
  const { origin, pathname } = new URL(url)
  if (origin !== ownOrigin || never.test(pathname)) return 'browser'
  if (method === 'DELETE') return endings.includes(pathname) ? 'signOut' : 'browser'
  if (method === 'POST') {
    if (pathname === endpoints.logOut) return 'signOut'
    return pathname === endpoints.session ? 'standing' : 'browser'
  }
  if (method !== 'GET') return 'browser'
  if (pathname.startsWith('/api/')) {
    if (pathname === endpoints.subscription) return 'standing'
    return body.test(pathname) ? 'body' : 'browser'
  }
  if (mode === 'navigate') return 'page'
  if (pathname.startsWith('/images/')) return 'picture'
  return pathname.startsWith('/_astro/') ? 'asset' : 'browser'
}
