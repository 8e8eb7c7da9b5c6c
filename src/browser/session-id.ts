/**
 * A random session id, set at sign-in and shared by all tabs. It labels stored data, and grants no access.
 * localStorage.session = "0b9c2f0e-…", or "signed-out" until a page has completed the sign-out
 * Browsers that block storage block cookies too, so no reader is signed in there.
 */
import { readDeviceItem, removeDeviceItem, storeDeviceItem } from './device-storage.ts'

const key = 'session'
const signedOut = 'signed-out'

/** The id under which this page was loaded. */
let pageSessionId: string | null = null

/** Returns null if no reader's data is stored. */
export function readSessionId(): string | null {
  const sessionId = readDeviceItem(key)
  return sessionId === signedOut ? null : sessionId
}

export function createSessionId() {
  pageSessionId = crypto.randomUUID()
  storeDeviceItem(key, pageSessionId)
}

/** Returns whether this signed-in reader's page belongs to the stored session. The first call ties the page to it. */
export function isCurrentSession(): boolean {
  const sessionId = readSessionId()
  pageSessionId ??= sessionId
  if (sessionId !== null) return sessionId === pageSessionId
  if (pageSessionId === null) createSessionId()
  else storeDeviceItem(key, pageSessionId)
  return true
}

/** Returns whether a sign-out hasn't been completed yet. */
export function isSignOutPending(): boolean {
  return readDeviceItem(key) !== null
}

export function recordSignOut() {
  pageSessionId = null
  storeDeviceItem(key, signedOut)
}

/** Call this after a page has checked the session. A new session's id is kept. */
export function finishSignOut() {
  if (readDeviceItem(key) === signedOut) removeDeviceItem(key)
}
