import { clearQueries } from '../../browser/query.ts'
import { createSessionId, readSessionId, recordSignOut } from '../../browser/session-id.ts'
import { clearDeviceData } from './clear-device-data.ts'
import { clearReader } from './subscription-store.ts'

/** Deletes data of a reader who never signed out, but keeps a guest's choices for the new reader. */
export function startDeviceSession() {
  clearQueries()
  if (readSessionId() !== null) clearDeviceData()
  createSessionId()
}

/** Removes the reader from all tabs. Callers then open a page that checks the session (follow-session.ts). */
export function endDeviceSession() {
  clearReader()
  clearDeviceData()
  recordSignOut()
}
