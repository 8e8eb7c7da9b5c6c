/**
 * Keeps a page at one with the session, which other tabs and the server may begin and end: by the
 * `reader` cookie and the session mark, whenever one of them may have changed. A page whose reader has
 * gone shows nothing of theirs from that moment, and one whose reader has come is made for them.
 */
import { forgetIdentity } from '../../browser/analytics.ts'
import { readCookie } from '../../browser/cookie.ts'
import { isReaderShown, readReaderHint } from '../../browser/reader-hint.ts'
import {
  finishLeaving,
  isLeavingUnfinished,
  isOurSession,
  noteLeaving,
  readSessionMark,
} from '../../browser/session-mark.ts'
import { formatReaderHint, readerHintCookie } from '../../contracts/reader-hint.ts'
import type { Result } from '../../domain/result.ts'
import { forgetDevice, forgetTab } from './forget-device.ts'
import { fetchSubscription, forgetReader } from './subscription-store.ts'
import { fetchUser } from './user-store.ts'

/** Whether this page is ending the session. */
let isEnding = false

/**
 * Ends the session from this page, which then goes on to another: its own cookie gone, it would be made
 * anew in between, and stay where it is. Where the session does not end, all is as before.
 */
export async function endFromHere<Failure>(
  end: () => Promise<Result<void, Failure>>,
): Promise<Result<void, Failure>> {
  const stay = () => {
    isEnding = false
  }
  isEnding = true
  // Who comes back to it finds it at one with the session again.
  addEventListener('pagehide', stay, { once: true })
  const ended = await end()
  if (!ended.ok) stay()
  return ended
}

/** Called again it does nothing more. */
export function followSession() {
  if (isEnding) return
  const cookie = readCookie(readerHintCookie)
  if (!isReaderShown()) {
    if (cookie) join()
    else if (isLeavingUnfinished()) void finish()
  } else if (!cookie || !isOurSession()) leave()
  else if (cookie !== hintShown()) void fetchSubscription()
}

function hintShown(): string {
  const hint = readReaderHint()
  return hint ? formatReaderHint(hint) : ''
}

/** Somebody has signed in elsewhere. Nothing that was typed here is lost for it. */
function join() {
  if (isTypedIn()) void fetchSubscription()
  else location.reload()
}

const isTypedIn = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    ({ type, value, defaultValue }) => !/checkbox|radio/.test(type) && value !== defaultValue,
  )

/** The reader of this page is signed in no more, or somebody else is in their place. */
function leave() {
  forgetReader()
  forgetTab()
  // What was written into the page goes with it; without a network there would be no page at all.
  if (navigator.onLine) location.reload()
  else followSession()
}

let finishing: Promise<void> | undefined

/**
 * Takes away what is still kept of a reader who is gone, however that came about, and asks the server
 * how things stand. What does not come to its end is done by the next page.
 */
export function finish(): Promise<void> {
  finishing ??= takeAway().finally(() => {
    finishing = undefined
  })
  return finishing
}

async function takeAway() {
  if (readSessionMark() !== null) {
    forgetIdentity()
    await forgetDevice()
    noteLeaving()
  }
  const answers = await Promise.all([fetchSubscription(), fetchUser()])
  if (answers.every(({ ok }) => ok)) finishLeaving()
}
