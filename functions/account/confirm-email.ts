import { invalidLinkMessage } from '../../src/contracts/endpoints/reader-messages.ts'
import { applyAddress, canHaveAddress, replacesVerifiedAddress } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import { endSuppression, findSuppressionPath } from '../email/suppressed-addresses.ts'
import { restoreAddress } from '../identity/address-owner.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { findReader, updateReader } from '../identity/reader-records.ts'
import { createWeeklyMoveWrites } from '../newsletter/account-list-entry.ts'
import type { AuthEmailCodeFailure } from '../platform/adapters/auth-email-codes.ts'
import type { AccountDeps } from './account-deps.ts'
import { claimAccess } from './claim-access.ts'

/** If the record's update fails, the next sign-in repeats it. */
export const confirmEmail: Handle<'POST /api/confirmation', AccountDeps> = async (
  { code },
  caller,
  deps,
) => {
  const { authEmailCodes, accounts, firestore, now, log } = deps
  const purpose = await authEmailCodes.findPurpose(code)
  if (!purpose.ok) return refuseCode(deps, purpose.failure)
  if (purpose.value === 'other') return refuse('bad_request')
  const used = await authEmailCodes.use(code)
  if (!used.ok) return refuseCode(deps, used.failure)

  const { uid, email } = used.value
  const suppression = await findSuppressionPath(email)
  if (suppression) await endSuppression(deps, suppression, now())
  const isRecovery = purpose.value === 'recover'
  const isSecured = !isRecovery && caller?.uid !== uid && !(await isOwnersChange(deps, uid, email))
  if (isSecured) {
    // Runs before the record is updated, so that logging in by email repeats a failed call.
    const secured = await restoreAddress(accounts, uid, email, now())
    if (!secured.ok) {
      const { kind } = secured.failure
      const message = 'We couldn’t confirm your address. Log in by email to confirm it.'
      return refuseUnavailable(deps, 'confirmed_account_not_secured', { uid, kind }, message)
    }
  }
  let isRefused = false
  const updated = await updateReader(
    firestore,
    uid,
    (reader) => {
      isRefused = !canHaveAddress(reader, used.value)
      if (isRefused) return null
      // The person who changed the address may still be signed in.
      const sessionChange = isRecovery || isSecured ? { sessionsEndedAt: now() } : {}
      return { ...applyAddress(reader, used.value), ...sessionChange }
    },
    (reader) =>
      createWeeklyMoveWrites(
        firestore,
        reader,
        { uid, ...applyAddress(reader, used.value) },
        now(),
      ),
  )
  // `notFound`: nobody has ever logged in with the account.
  if (!updated.ok && updated.failure.kind !== 'notFound') {
    log('confirmation_not_recorded', { kind: updated.failure.kind })
  }
  if (isRefused || isRecovery) {
    const ownedEmail = updated.ok && isRefused ? updated.value.email : email
    const restored = await restoreAddress(accounts, uid, ownedEmail, now())
    if (!restored.ok) log('address_not_restored', { uid, kind: restored.failure.kind })
  }
  if (isRefused) return refuseCode(deps, { kind: 'badCode' })
  if (updated.ok && !isRecovery) {
    // If claiming the access fails, the next sign-in repeats it.
    const claimed = await claimAccess(deps, used.value)
    if (!claimed.ok) log('imported_access_not_claimed', { uid, kind: claimed.failure.kind })
  }
  return succeed({ email, isSecured })
}

/**
 * Whether the account already had a verified address, which means that its owner is changing the address. Otherwise a
 * stranger may have created the account: the link proves who owns the address, not who owns the account.
 */
async function isOwnersChange(
  { firestore }: AccountDeps,
  uid: string,
  email: string,
): Promise<boolean> {
  const found = await findReader(firestore, uid)
  return found.ok && found.value !== null && replacesVerifiedAddress(found.value.reader, email)
}

function refuseCode(deps: AccountDeps, failure: AuthEmailCodeFailure) {
  switch (failure.kind) {
    case 'badCode':
      return refuse('bad_token', invalidLinkMessage)
    case 'unavailable':
      return refuseUnavailable(deps, 'identity_unavailable', { reason: failure.reason })
  }
}
