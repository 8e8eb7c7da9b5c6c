import { readHintedRole } from '../../src/contracts/cookies/reader-hint-cookie.ts'
import { isSessionValid } from '../../src/domain/reader.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { StaffRole } from '../../src/domain/staff/staff.ts'
import type { Entitlement } from '../../src/domain/subscription/entitlement-schema.ts'
import { findOwnedAccount } from './address-owner.ts'
import { type Caller, identifyCaller, loadReader, type SignedInReader } from './caller.ts'
import { readCallerSession } from './caller-session.ts'
import { createPassCookies, createSessionCookie, readReaderCookies } from './cookies.ts'
import { endSession } from './end-session.ts'
import { type Refusal, refuseUnavailable } from './handler.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { refreshReaderMeter } from './reader-passes.ts'
import { updateReader } from './reader-records.ts'
import { sessionRenewSeconds } from './session-tokens.ts'

type Identified<Who> = Promise<Result<Who, Refusal<'unavailable'>>>

/**
 * Identifies the caller by their pass. A fresh pass costs no database read. A status read from the database is stored
 * in a new pass.
 */
export async function identifyByPass(deps: IdentityDeps): Identified<Caller> {
  const { firestore, tokens, outageTracker } = deps
  const now = deps.now()
  const found = await identifyCaller(
    { session: await readCallerSession(deps), pass: readReaderCookies(deps.request).pass },
    { firestore, tokens, outageTracker, now },
  )
  if (!found.ok) return refuseUnavailable(deps, 'caller_not_identified', found.failure)
  const caller = found.value
  if (caller.kind === 'guest') await removeInvalidCookies(deps)
  if (caller.kind === 'guest' || !caller.record) return found
  const { uid, session, entitlement, record } = caller
  // The session is renewed rarely, so that a pending response doesn't undo a logout.
  if (now.getTime() - session.issuedAt.getTime() > sessionRenewSeconds * 1000) {
    // Detects an account whose address an attacker has changed.
    const account = await findOwnedAccount(deps, uid, record)
    if (account.ok && (account.value === null || account.value.disabled)) {
      await endAllSessions(deps, uid, account.value ? 'disabled' : 'deleted')
      return succeed({ kind: 'guest' })
    }
    deps.setCookies([createSessionCookie(await tokens.issueSession(uid, session.since, now))])
  }
  await renewPass(deps, uid, entitlement, record.role)
  await refreshReaderMeter(deps, uid, record)
  return found
}

/** Ends all sessions of an account that an operator has disabled or deleted in Firebase. */
async function endAllSessions(deps: IdentityDeps, uid: string, reason: 'disabled' | 'deleted') {
  deps.log('account_ended', { uid, reason })
  const ended = await updateReader(deps.firestore, uid, () => ({ sessionsEndedAt: deps.now() }))
  // The next renewal of the session tries to end the sessions again.
  if (!ended.ok) deps.log('sessions_not_ended', { kind: ended.failure.kind })
  await endSession(deps)
}

/** Identifies the caller by their record. Null for a guest, or if the session was ended. Costs two database reads. */
export async function identifyByRecord(deps: IdentityDeps): Identified<SignedInReader | null> {
  const { firestore, now } = deps
  const session = await readCallerSession(deps)
  const loaded = session ? await loadReader(firestore, session.uid, now()) : succeed(null)
  if (!loaded.ok) return refuseUnavailable(deps, 'caller_not_identified', loaded.failure)
  if (session && loaded.value && isSessionValid(loaded.value.reader, session.since)) {
    return succeed({ ...loaded.value, uid: session.uid, session })
  }
  await removeInvalidCookies(deps)
  return succeed(null)
}

async function removeInvalidCookies(deps: IdentityDeps) {
  const cookies = Object.values(readReaderCookies(deps.request))
  if (cookies.some((cookie) => cookie !== undefined)) await endSession(deps)
}

/** Without a role, the hint cookie keeps its current role. */
export async function renewPass(
  {
    tokens,
    now,
    setCookies,
    request,
  }: Pick<IdentityDeps, 'tokens' | 'now' | 'setCookies' | 'request'>,
  uid: string,
  entitlement: Entitlement,
  role: StaffRole | null = readHintedRole(readReaderCookies(request).hint),
) {
  setCookies(createPassCookies(await tokens.issuePass(uid, entitlement, now()), entitlement, role))
}
