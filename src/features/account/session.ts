/** Signing out: what happens, and in which order. */
import { forgetIdentity, track } from '../../browser/analytics.ts'
import { callForNothing } from '../../browser/api.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { endSession } from './device-session.ts'
import { endFromHere } from './follow-session.ts'

/**
 * In the order of the specification; whoever calls it goes to the front page, which asks the server anew
 * (follow-session.ts). The sign-in service keeps nothing in the browser (browser/firebase-auth.ts), so
 * our session is all there is to end. Fails with words for the reader, who is signed in then as before.
 */
export function signOut(where: 'here' | 'everywhere' = 'here'): Promise<Result<void, string>> {
  // First of all, while the session can still say whose events these are.
  track('Signed Out', {})
  forgetIdentity()
  const address = where === 'here' ? endpoints.session : endpoints.sessions
  return endFromHere(async () => {
    const closed = await callForNothing('DELETE', address)
    // Ended elsewhere meanwhile is ended as well.
    if (!closed.ok && closed.failure.code !== 'signed_out') return fail(closed.failure.message)
    await endSession()
    return succeed(undefined)
  })
}
