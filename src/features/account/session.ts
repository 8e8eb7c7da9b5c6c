/** Signing out: what happens, and in which order. */
import { forgetIdentity, track } from '../../browser/analytics.ts'
import { callForNothing } from '../../browser/api.ts'
import { forgetAccountAnswers } from '../../browser/kept-answers.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { forgetReader } from './subscription-store.ts'

export async function signOut(): Promise<Result<void, string>> {
  // First of all, while the session can still say whose events these are.
  track('Signed Out', {})
  forgetIdentity()
  const closed = await callForNothing('DELETE', endpoints.session)
  if (!closed.ok) return fail(closed.failure.message)
  forgetReader()
  forgetAccountAnswers()
  return succeed(undefined)
}
