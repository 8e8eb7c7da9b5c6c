/** What signing in and out does to this device, whichever way a reader came in or goes. */
import { forgetAnswers } from '../../browser/query.ts'
import { drawSessionMark, noteLeaving, readSessionMark } from '../../browser/session-mark.ts'
import { forgetDevice } from './forget-device.ts'
import { forgetReader } from './subscription-store.ts'

/**
 * Somebody has signed in here: nothing is known of them yet, and other tabs hear of it. What another
 * reader left who never signed out goes first; what a guest has chosen stays, being theirs.
 */
export async function beginSession() {
  forgetAnswers()
  if (readSessionMark() !== null) await forgetDevice()
  drawSessionMark()
}

/**
 * The session is over: nothing of its reader stays on the page or on the device, in any tab. Whoever
 * calls it goes on to a page that asks the server anew (follow-session.ts).
 */
export async function endSession() {
  forgetReader()
  await forgetDevice()
  noteLeaving()
}
