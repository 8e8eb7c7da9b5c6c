import { isSessionValid } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { updateReader } from '../identity/reader-records.ts'
import type { AccountDeps } from './account-deps.ts'
import { refuseIdentity } from './session-handlers.ts'

export const recordEmailChange: Handle<'POST /api/account/email', AccountDeps> = async (
  { idToken, email },
  { uid, session },
  deps,
) => {
  const { firestore, identity, now } = deps
  const verified = await identity.verify(idToken, now())
  if (!verified.ok) return refuseIdentity(deps, verified.failure)
  if (verified.value.uid !== uid) {
    return refuse(
      'forbidden',
      'You logged in to a different account, so your email hasn’t changed. Log in to this account and try again.',
    )
  }
  let isSignedIn = true
  const updated = await updateReader(firestore, uid, (reader) => {
    // The owner of the address may have signed in since, which ends an attacker's session.
    isSignedIn = isSessionValid(reader, session.since)
    return isSignedIn ? { requestedEmail: email } : null
  })
  if (updated.ok) return isSignedIn ? succeed(undefined) : refuse('signed_out')
  const { kind } = updated.failure
  return refuseUnavailable(deps, 'email_change_not_recorded', { uid, kind })
}
