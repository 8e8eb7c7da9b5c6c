import { resetIdentity, track } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import { eraseDeskTexts } from '../../browser/desk-database.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { endDeviceSession } from './device-session.ts'
import { endSessionFromPage } from './follow-session.ts'

/**
 * Ends the session; callers then open the front page, which checks it. Fails with a message for the reader, who stays
 * signed in; Firebase has no session to end (browser/firebase-auth.ts).
 */
export async function signOut(
  scope: 'thisDevice' | 'everywhere' = 'thisDevice',
): Promise<Result<void, string>> {
  if (!(await eraseDeskTexts()))
    return fail(
      'You’re still logged in. Open the desk, go back to what you were editing, and save it.',
    )
  // Events are sent first, while the session still identifies the reader.
  track('Signed Out', {})
  resetIdentity()
  return endSessionFromPage(async () => {
    const response = await (scope === 'thisDevice'
      ? call('DELETE /api/session')
      : call('DELETE /api/sessions'))
    // The session has already been ended elsewhere.
    if (!response.ok && response.failure.code !== 'signed_out')
      return fail(response.failure.message)
    endDeviceSession()
    return succeed(undefined)
  })
}

/** Deletes the account and this device's data. Fails with a message for the reader. */
export function deleteAccount(idToken: string): Promise<Result<void, string>> {
  return endSessionFromPage(async () => {
    const result = await call('DELETE /api/account', { idToken })
    if (!result.ok) return fail(result.failure.message)
    resetIdentity()
    endDeviceSession()
    return succeed(undefined)
  })
}
