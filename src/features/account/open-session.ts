/** Exchanges what the sign-in service says of a reader for a session of ours. */
import { callForJson } from '../../browser/api.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { SessionResponse } from '../../contracts/session.ts'
import { fail, type Result } from '../../domain/result.ts'
import { notNow } from './ask-auth.ts'

/** Fails with words for the reader. */
export async function openSession(
  idToken: string,
  { byEmailLink = false } = {},
): Promise<Result<SessionResponse, string>> {
  const body = { idToken, byEmailLink }
  const opened = await callForJson<SessionResponse>('POST', endpoints.session, body)
  if (opened.ok) return opened
  const { code, message } = opened.failure
  const isOurFault =
    code === 'unavailable' || code === 'unreachable' || code === 'internal' || code === 'unknown'
  return fail(isOurFault ? notNow.logIn : message)
}
