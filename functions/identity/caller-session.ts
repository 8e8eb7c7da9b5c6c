import { readReaderCookies } from './cookies.ts'
import type { Deps } from './edge-context.ts'
import type { Session } from './session-tokens.ts'

/** Sessions are verified once per request, because both rate limits and handlers need them. */
const sessions = new WeakMap<Request, Promise<Session | null>>()

const scheme = 'Bearer '

/** Returns the access key in the request's header; null if the header is missing. */
export function readBearer({ request }: Pick<Deps, 'request'>): string | null {
  const authorization = request.headers.get('Authorization')
  return authorization?.startsWith(scheme) ? authorization.slice(scheme.length) : null
}

/**
 * Returns null without a session signed by us; the session may have been ended since. Costs no database read. Ignores
 * cookies if there is an access key, because a request has one caller.
 */
export function readCallerSession({
  request,
  tokens,
  now,
}: Pick<Deps, 'request' | 'tokens' | 'now'>): Promise<Session | null> {
  const known = sessions.get(request)
  if (known) return known
  const token = readBearer({ request }) === null && readReaderCookies(request).session
  const session = token ? tokens.readSession(token, now()) : Promise.resolve(null)
  sessions.set(request, session)
  return session
}
