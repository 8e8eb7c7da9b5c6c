/**
 * Follows sign-ins and sign-outs in other tabs and on the server, from the `reader` cookie and the session id. A page
 * hides a signed-out reader's data immediately, and reloads after a sign-in.
 */
import { resetIdentity } from '../../browser/analytics.ts'
import { readCookie } from '../../browser/cookie.ts'
import { isSignedInShown, readReaderHint } from '../../browser/reader-hint.ts'
import {
  finishSignOut,
  isCurrentSession,
  isSignOutPending,
  readSessionId,
  recordSignOut,
} from '../../browser/session-id.ts'
import {
  formatReaderHint,
  readerHintCookie,
  splitRole,
} from '../../contracts/cookies/reader-hint-cookie.ts'
import type { Result } from '../../domain/result.ts'
import { clearDeviceData, clearTab } from './clear-device-data.ts'
import { isSessionEnding, setSessionEnding } from './session-check-store.ts'
import { clearReader, fetchSubscription } from './subscription-store.ts'
import { fetchUser } from './user-store.ts'

/** Keeps `syncSession` from reloading before this page can open the next one. */
export async function endSessionFromPage<Failure>(
  end: () => Promise<Result<void, Failure>>,
): Promise<Result<void, Failure>> {
  const keepFollowing = () => setSessionEnding(false)
  setSessionEnding(true)
  // A page restored from the back-forward cache has to follow the session again.
  addEventListener('pagehide', keepFollowing, { once: true })
  const ended = await end()
  if (!ended.ok) keepFollowing()
  return ended
}

/** Resolves when the page shows a reader who has signed in. */
export async function syncSession() {
  if (isSessionEnding()) return
  const [cookie] = splitRole(readCookie(readerHintCookie))
  if (!isSignedInShown()) {
    if (cookie) await handleSignedIn()
    else if (isSignOutPending()) void completeSignOut()
  } else if (!cookie || !isCurrentSession()) handleSignedOut()
  else if (cookie !== getShownHint()) void fetchSubscription()
}

function getShownHint(): string {
  const hint = readReaderHint()
  return hint ? formatReaderHint(hint) : ''
}

async function handleSignedIn() {
  if (hasUnsavedInput()) await fetchSubscription()
  else location.reload()
}

const hasUnsavedInput = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    ({ type, value, defaultValue }) => !/checkbox|radio/.test(type) && value !== defaultValue,
  )

function handleSignedOut() {
  resetIdentity()
  clearReader()
  clearTab()
  // The reload removes the reader's data from the page; offline, there would be no page.
  if (navigator.onLine) location.reload()
  else void syncSession()
}

let pendingSignOut: Promise<void> | undefined

/** Deletes a signed-out reader's data and checks the session. If this is interrupted, the next page continues. */
export function completeSignOut(): Promise<void> {
  pendingSignOut ??= clearReaderData().finally(() => {
    pendingSignOut = undefined
  })
  return pendingSignOut
}

async function clearReaderData() {
  if (readSessionId() !== null) {
    resetIdentity()
    clearDeviceData()
    recordSignOut()
  }
  const results = await Promise.all([fetchSubscription(), fetchUser()])
  if (results.every(({ ok }) => ok)) finishSignOut()
}
