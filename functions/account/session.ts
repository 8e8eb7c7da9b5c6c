import { sessionRequestSchema } from '../../src/contracts/session.ts'
import type { SubscriptionResponse } from '../../src/contracts/subscription.ts'
import type { Result } from '../../src/domain/result.ts'
import type { Standing } from '../../src/domain/subscription.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import type { Identity, IdentityFailure } from '../adapters/identity.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { passCookieLines, sessionCookieLine, signedOutCookies, withCookies } from './cookies.ts'
import { loadStanding } from './reader.ts'

/** Exchanges an ID token for a session. Called twice it opens two equal sessions, which is harmless. */
export async function openSession(context: EdgeContext): Promise<Response> {
  const { identity, firestore, tokens, now: clock, log } = context.var.services
  const now = clock()
  const request = sessionRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const verified = await identity.verify(request.data.idToken, now)
  if (!verified.ok) return identityError(context, verified.failure)

  const { uid } = verified.value
  const recorded = await recordReader(firestore, verified.value, now)
  if (!recorded.ok) {
    log('reader_not_recorded', { kind: recorded.failure.kind })
    return errorResponse('unavailable')
  }
  const standing = await loadStanding(firestore, uid, now)
  if (!standing.ok) {
    log('caller_unknown', { kind: standing.failure.kind, reason: standing.failure.reason })
    return errorResponse('unavailable')
  }
  const session = await tokens.issueSession(uid, now, now)
  const pass = await tokens.issuePass(uid, standing.value, now)
  return withCookies(context.json(subscriptionResponse(standing.value, true)), [
    sessionCookieLine(session),
    ...passCookieLines(pass, standing.value),
  ])
}

/** Ends the session on this device. */
export function closeSession(context: EdgeContext): Response {
  return withCookies(context.body(null, 204), signedOutCookies())
}

export function subscriptionResponse(standing: Standing, signedIn: boolean): SubscriptionResponse {
  const { status, detail, entitled, until } = standing
  return { status, detail, entitled, signedIn, until: until?.toISOString() ?? null }
}

function identityError(context: EdgeContext, failure: IdentityFailure): Response {
  switch (failure.kind) {
    case 'badToken':
      return errorResponse('bad_token')
    case 'staleToken':
      return errorResponse('stale_token')
    case 'unavailable':
      context.var.services.log('identity_unavailable', { reason: failure.reason })
      return errorResponse('unavailable')
  }
}

/** A reader's record comes into being at the first sign-in; a later one leaves it as it is. */
async function recordReader(
  firestore: Firestore,
  { uid, email, displayName }: Identity,
  now: Date,
): Promise<Result<void, FirestoreFailure>> {
  const [firstName = '', ...lastNames] = displayName.trim().split(/\s+/)
  const fields = {
    first_name: firstName.slice(0, 100),
    last_name: lastNames.join(' ').slice(0, 100),
    email,
    createdAt: now,
  }
  const stored = await firestore.commit([{ set: `users/${uid}`, fields, ifExists: false }])
  const existsAlready = !stored.ok && stored.failure.kind === 'conflict'
  return stored.ok || existsAlready ? { ok: true, value: undefined } : stored
}
