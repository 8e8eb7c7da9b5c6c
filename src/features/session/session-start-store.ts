import { identify } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import { unavailableMessages } from '../../browser/auth-service.ts'
import { readCookie } from '../../browser/cookie.ts'
import { describeVisit } from '../../browser/visit-attribution.ts'
import { readerHintCookie } from '../../contracts/cookies/reader-hint-cookie.ts'
import type { SessionResponse } from '../../contracts/endpoints/session-endpoints.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { startDeviceSession } from './device-session.ts'
import { acceptSubscription } from './subscription-store.ts'
import { getUser } from './user-store.ts'

/** In milliseconds. Only analytics needs the identity. */
const identifyTimeout = 1000

async function identifyReader() {
  const identified = getUser().then((answer) => {
    if (answer.ok && answer.value) identify(answer.value)
  })
  await Promise.race([identified, new Promise((resolve) => setTimeout(resolve, identifyTimeout))])
}

/**
 * Scripts can't read the session cookie. The hint cookie is set by the same response, and browsers that drop one drop
 * both: if the reader blocks cookies, and in WebKit on http://localhost.
 */
const isSessionStored = () => readCookie(readerHintCookie) !== ''

const cookiesBlocked =
  'Your browser blocked the cookie that keeps you logged in. Allow cookies for this site in your browser’s settings, then log in again.'

/** Events after `onStarted` are this reader's. If the session isn't stored, fails with a message for the reader. */
export async function startSession(
  session: SessionResponse,
  onStarted = () => {},
): Promise<Result<void, string>> {
  if (!isSessionStored()) return fail(cookiesBlocked)
  startDeviceSession()
  acceptSubscription(session)
  onStarted()
  await identifyReader()
  return succeed(undefined)
}

/** Creates a session. Fails with a message for the reader. */
export async function createSession(
  idToken: string,
  { isEmailLink = false } = {},
): Promise<Result<SessionResponse, string>> {
  const result = await call('POST /api/session', { idToken, isEmailLink, ...describeVisit() })
  if (result.ok) return result
  const { code, message } = result.failure
  const isServerError =
    code === 'unavailable' || code === 'unreachable' || code === 'internal' || code === 'unknown'
  return fail(isServerError ? unavailableMessages.logIn : message)
}
