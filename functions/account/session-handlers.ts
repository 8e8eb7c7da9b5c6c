import { succeed } from '../../src/domain/result.ts'
import { endSuppression, findSuppressionPath } from '../email/suppressed-addresses.ts'
import { loadReader } from '../identity/caller.ts'
import { createSessionCookie } from '../identity/cookies.ts'
import { endSession } from '../identity/end-session.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { renewPass } from '../identity/identify-reader.ts'
import { updateReader } from '../identity/reader-records.ts'
import { toSubscriptionResponse } from '../identity/subscription-response.ts'
import { mergeGuestUnlocks } from '../paywall/merge-guest-unlocks.ts'
import { setReaderMeter } from '../paywall/set-reader-meter.ts'
import type { IdentityFailure } from '../platform/adapters/auth-identity.ts'
import { getRegistrationPath } from '../statistics/records/create-record-writes.ts'
import { readAttribution } from '../statistics/records/read-attribution.ts'
import type { AccountDeps } from './account-deps.ts'
import { type AdmissionFailure, admitReader } from './admit-reader.ts'
import { claimAccess } from './claim-access.ts'

export const openSession: Handle<'POST /api/session', AccountDeps> = async (
  { idToken, isEmailLink, visit },
  _,
  deps,
) => {
  const { identity, firestore, tokens } = deps
  const now = deps.now()
  const verified = await identity.verify(idToken, now)
  if (!verified.ok) return refuseIdentity(deps, verified.failure)

  const { uid } = verified.value
  const attribution = readAttribution(deps.request, visit)
  const admitted = await admitReader(deps, verified.value, now, { isEmailLink, attribution })
  if (!admitted.ok) return refuseAdmission(deps, admitted.failure)
  const { isNew } = admitted.value
  if (isNew) {
    // The account is deleted before the record, so a reader deleted in the meantime isn't created again.
    const reverified = await identity.verify(idToken, now)
    if (!reverified.ok) {
      const removed = await firestore.commit([
        { remove: `users/${uid}` },
        { remove: await getRegistrationPath(uid) },
      ])
      if (!removed.ok) deps.log('new_record_not_removed', { uid, kind: removed.failure.kind })
      return refuseIdentity(deps, reverified.failure)
    }
  }
  const claimed = await claimAccess(deps, verified.value)
  if (!claimed.ok) {
    const { kind } = claimed.failure
    return refuseUnavailable(deps, 'imported_access_not_claimed', { uid, kind })
  }
  const { email, emailVerified } = verified.value
  const suppression = isEmailLink && emailVerified ? await findSuppressionPath(email) : null
  if (suppression) await endSuppression(deps, suppression, now)
  const isMerged = await mergeGuestUnlocks(deps, uid)
  const loaded = await loadReader(firestore, uid, now)
  if (!loaded.ok || !loaded.value) {
    const kind = loaded.ok ? 'notFound' : loaded.failure.kind
    return refuseUnavailable(deps, 'caller_not_identified', { kind })
  }
  const { entitlement, reader } = loaded.value
  deps.setCookies([createSessionCookie(await tokens.issueSession(uid, now, now))])
  await renewPass(deps, uid, entitlement, reader.role)
  if (isMerged) {
    await setReaderMeter(deps, uid, reader, reader.unlocks)
  }
  return succeed({ ...toSubscriptionResponse(entitlement, true), isNew })
}

export const closeSession: Handle<'DELETE /api/session', AccountDeps> = async (_, __, deps) => {
  await endSession(deps)
  return succeed(undefined)
}

/** Logs out from pages whose script hasn't loaded. */
export const closeSessionByForm: Handle<'POST /api/log-out', AccountDeps> = async (_, __, deps) => {
  await endSession(deps)
  return succeed(new Response(null, { status: 303, headers: { Location: '/' } }))
}

export const closeAllSessions: Handle<'DELETE /api/sessions', AccountDeps> = async (
  _,
  { uid },
  deps,
) => {
  const { firestore, now } = deps
  const ended = await updateReader(firestore, uid, () => ({ sessionsEndedAt: now() }))
  if (!ended.ok) return refuseUnavailable(deps, 'sessions_not_ended', { kind: ended.failure.kind })
  await endSession(deps)
  return succeed(undefined)
}

export function refuseAdmission(deps: Pick<AccountDeps, 'log'>, failure: AdmissionFailure) {
  if (failure.kind === 'stale') return refuse('stale_token')
  if (failure.kind !== 'otherAddress') {
    return refuseUnavailable(deps, 'reader_not_admitted', { kind: failure.kind })
  }
  deps.log('account_had_other_address', { uid: failure.uid, restored: failure.restored })
  return refuse('stale_token')
}

export function refuseIdentity(deps: Pick<AccountDeps, 'log'>, failure: IdentityFailure) {
  switch (failure.kind) {
    case 'badToken':
      return refuse('bad_token')
    case 'staleToken':
      return refuse('stale_token')
    case 'unavailable':
      return refuseUnavailable(deps, 'identity_unavailable', { reason: failure.reason })
  }
}
