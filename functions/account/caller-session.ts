import type { Deps } from '../http/edge-context.ts'
import { readReaderCookies } from './cookies.ts'
import type { Session } from './session-tokens.ts'

/** Verified once per request: rate limits ask for it, and handlers again. */
const sessions = new WeakMap<Request, Promise<Session | null>>()

/** Null without a session that we signed; it may have been ended since. Costs no database read. */
export function readCallerSession({
  request,
  tokens,
  now,
}: Pick<Deps, 'request' | 'tokens' | 'now'>): Promise<Session | null> {
  let session = sessions.get(request)
  if (!session) {
    session = tokens.readSession(readReaderCookies(request).session, now())
    sessions.set(request, session)
  }
  return session
}
