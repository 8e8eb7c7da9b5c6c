/** The way out that cannot be taken back. */
import { forgetIdentity } from '../../browser/analytics.ts'
import { callForNothing } from '../../browser/api.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { endSession } from './device-session.ts'
import { endFromHere } from './follow-session.ts'

/** Has the reader forgotten for good, here as well. Fails with words for the reader. */
export function deleteAccount(idToken: string): Promise<Result<void, string>> {
  return endFromHere(async () => {
    const deleted = await callForNothing('DELETE', endpoints.account, { idToken })
    if (!deleted.ok) return fail(deleted.failure.message)
    forgetIdentity()
    await endSession()
    return succeed(undefined)
  })
}
