import { isSessionValid, readerSchema } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import { readCallerSession } from '../identity/caller-session.ts'
import { endSession } from '../identity/end-session.ts'
import {
  type Answer,
  type Handle,
  refuse,
  refuseUnavailable,
  respond,
} from '../identity/handler.ts'
import { updateReader } from '../identity/reader-records.ts'
import { createDeletionWrite } from '../outbox/outbox-writes.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { AccountDeps } from './account-deps.ts'
import { admitReader } from './admit-reader.ts'
import { deleteReader } from './delete-reader.ts'
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
    return refuse(
      'forbidden',
      'That’s the login of a different account, so nothing has been deleted. Log in to the account that you want to delete.',
    )
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

/**
 * Flags the record, which ends all sessions. From then on, the cron job deletes the account (delete-reader.ts).
 * Operators aren't flagged, because the last one couldn't be replaced.
 */
const requestDeletion = (firestore: Firestore, uid: string, now: Date) =>
  updateReader(
    firestore,
    uid,
    ({ deletionRequestedAt, role }) =>
      deletionRequestedAt || role === 'operator' ? null : { deletionRequestedAt: now },
    async () => succeed([createDeletionWrite(uid, now)]),
  )

const refuseDeletion = (deps: AccountDeps, reason: string) =>
  refuseUnavailable(
    deps,
    'deletion_not_requested',
    { reason },
    'We couldn’t delete your account. Try again in a minute.',
  )
