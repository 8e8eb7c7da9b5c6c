/** A session that the server has opened, taken in: by logging in, or by what else makes an account. */
import { identify } from '../../browser/analytics.ts'
import { readCookie } from '../../browser/cookie.ts'
import { readerHintCookie } from '../../contracts/reader-hint.ts'
import type { SessionResponse } from '../../contracts/session.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { beginSession } from './device-session.ts'
import { acceptSubscription } from './subscription-store.ts'
import { currentUser } from './user-store.ts'

/** Milliseconds that a reader who has signed in may be kept for what only we want to know. */
const identifyPatience = 1000

async function identifyReader() {
  const found = currentUser().then((answer) => {
    if (answer.ok && answer.value) identify(answer.value)
  })
  await Promise.race([found, new Promise((resolve) => setTimeout(resolve, identifyPatience))])
}

/**
 * Scripts can't read the session's cookie, but this one comes with it in the same response, and a browser
 * that drops one drops both: where a reader blocks cookies, and in WebKit on http://localhost.
 */
const isSessionStored = () => readCookie(readerHintCookie) !== ''

const cookiesBlocked =
  'Your browser blocked the cookie that keeps you logged in. Allow cookies for this site in your browser’s settings, then log in again.'

/**
 * `onEntered` comes between: events from there on are this reader's. Fails with words for the reader if
 * the browser hasn't stored the session; nothing on the device has changed then.
 */
export async function enterSession(
  session: SessionResponse,
  onEntered = () => {},
): Promise<Result<void, string>> {
  if (!isSessionStored()) return fail(cookiesBlocked)
  await beginSession()
  acceptSubscription(session)
  onEntered()
  await identifyReader()
  return succeed(undefined)
}
