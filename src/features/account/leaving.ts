/** The ways out that reach further than this device. What happens on it is as at any logging out. */
import { forgetIdentity, track } from '../../browser/analytics.ts'
import { callForNothing } from '../../browser/api.ts'
import { forgetAccountAnswers } from '../../browser/kept-answers.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { forgetReader } from './subscription-store.ts'

/** Ends the reader's sessions wherever they are. Fails with words for the reader. */
export async function signOutEverywhere(): Promise<Result<void, string>> {
  // First of all, while the session can still say whose events these are.
  track('Signed Out', {})
  forgetIdentity()
  const closed = await callForNothing('DELETE', endpoints.sessions)
  // Whoever has no session any more has been logged out elsewhere.
  if (!closed.ok && closed.failure.code !== 'signed_out') return fail(closed.failure.message)
  forgetReader()
  forgetAccountAnswers()
  return succeed(undefined)
}

/** Has the reader forgotten for good. Fails with words for the reader. */
export async function deleteAccount(idToken: string): Promise<Result<void, string>> {
  const deleted = await callForNothing('DELETE', endpoints.account, { idToken })
  if (!deleted.ok) return fail(deleted.failure.message)
  forgetIdentity()
  forgetReader()
  forgetAccountAnswers()
  return succeed(undefined)
}
