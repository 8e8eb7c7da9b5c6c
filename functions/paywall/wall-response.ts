import type { UnlockRefusal } from '../../src/contracts/endpoints/meter-endpoints.ts'
import type { AccessDecision } from '../../src/domain/access.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Deps } from '../identity/edge-context.ts'
import { refuseUnavailable } from '../identity/handler.ts'
import { readReferralCookie } from '../identity/referral-cookie.ts'

const isReferral = async (deps: Deps) => (await readReferralCookie(deps)) !== null

const describeDecision = (decision: AccessDecision) =>
  decision.open
    ? ({ state: 'open', until: decision.until?.toISOString() ?? null } as const)
    : ({ state: 'closed', reason: decision.reason, ways: decision.ways } as const)

export const respondWithWall = async (deps: Deps, decision: AccessDecision) =>
  succeed({ ...describeDecision(decision), isReferral: await isReferral(deps) })

/** Returns the options available now, and why the requested one isn't. */
export async function respondToUnlock(
  deps: Deps,
  decision: AccessDecision,
  because: UnlockRefusal = 'notOffered',
) {
  const described = describeDecision(decision)
  const referral = { isReferral: await isReferral(deps) }
  return succeed(
    described.state === 'open'
      ? { ...described, ...referral }
      : { ...described, ...referral, because },
  )
}

export const refuseUnlock = (deps: Deps, kind: string) =>
  refuseUnavailable(
    deps,
    'unlock_unavailable',
    { kind },
    'We couldn’t open this story, so it hasn’t been counted. Try again in a minute.',
  )
