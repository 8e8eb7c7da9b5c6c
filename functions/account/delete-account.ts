import { isSessionValid, readerSchema } from '../../src/domain/reader.ts'
import { readCallerSession } from '../identity/caller-session.ts'
import { endSession } from '../identity/end-session.ts'
import {
  type Answer,
  type Handle,
  refuse,
  refuseUnavailable,
  respond,
} from '../identity/handler.ts'
import type { AccountDeps } from './account-deps.ts'
import { admitReader } from './admit-reader.ts'
import { deleteReader } from './delete-reader.ts'
import { requestDeletion } from './request-deletion.ts'
import { refuseAdmission, refuseIdentity } from './session-handlers.ts'

async function confirmDeletion(deps: AccountDeps, status: 202 | 204) {
  await endSession(deps)
  return respond(undefined, { status })
}

export const deleteAccount: Handle<'DELETE /api/account', AccountDeps> = async (
  { idToken },
  _,
  deps,
) => {
  const { firestore, identity } = deps
  const now = deps.now()
  const session = await readCallerSession(deps)
  if (!session) return refuse('signed_out')
  const { uid } = session

  const stored = await firestore.get(`users/${uid}`)
  if (!stored.ok) return refuseDeletion(deps, stored.failure.kind)
  // The first response may have been lost.
  if (!stored.value) return confirmDeletion(deps, 204)
  const reader = readerSchema.safeParse(stored.value.fields)
  if (!reader.success) return refuseDeletion(deps, 'malformed')
  if (reader.data.deletionRequestedAt) return confirmDeletion(deps, 202)
  if (!isSessionValid(reader.data, session.since)) return refuse('signed_out')

  const verified = await identity.verify(idToken, now)
  if (!verified.ok) return confirmIfDeleted(deps, uid, refuseIdentity(deps, verified.failure))
  if (verified.value.uid !== uid) {
    return refuse('forbidden', 'That’s the login of a different account. Nothing has been deleted.')
  }
  // The sign-in updates the stored address first.
  const admitted = await admitReader(deps, verified.value, now)
  if (!admitted.ok) return confirmIfDeleted(deps, uid, refuseAdmission(deps, admitted.failure))
  const flagged = await requestDeletion(firestore, uid, now)
  if (!flagged.ok) return refuseDeletion(deps, flagged.failure.kind)
  if (!flagged.value.deletionRequestedAt)
    return refuse(
      'not_possible',
      'You’re an operator. Ask another operator to change your role first. Nothing has been deleted.',
    )

  const deleted = await deleteReader(deps, uid)
  if (deleted.ok) return confirmDeletion(deps, 204)
  deps.log('reader_not_deleted', { uid, reason: deleted.failure.kind })
  return confirmDeletion(deps, 202)
}

/** Confirms the deletion: of two simultaneous requests, one fails even though the deletion is complete. */
async function confirmIfDeleted<Refusal extends Answer<'DELETE /api/account'>>(
  deps: AccountDeps,
  uid: string,
  refusal: Refusal,
) {
  const stored = await deps.firestore.get(`users/${uid}`)
  if (!stored.ok) return refusal
  if (!stored.value) return confirmDeletion(deps, 204)
  return stored.value.fields.deletionRequestedAt ? confirmDeletion(deps, 202) : refusal
}

const refuseDeletion = (deps: AccountDeps, reason: string) =>
  refuseUnavailable(
    deps,
    'deletion_not_requested',
    { reason },
    'We couldn’t delete your account. Try again in a minute.',
  )
