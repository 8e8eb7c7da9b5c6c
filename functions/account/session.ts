import { type SessionResponse, sessionRequestSchema } from '../../src/contracts/session.ts'
import type { SubscriptionResponse } from '../../src/contracts/subscription.ts'
import type { Standing } from '../../src/domain/standing.ts'
import type { IdentityFailure } from '../adapters/identity.ts'
import { type EdgeContext, withReader } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { passCookieLines, sessionCookieLine, signedOutCookies, withCookies } from './cookies.ts'
import { loadReader } from './reader.ts'
import { type AdmissionFailure, admitReader, changeReader } from './records.ts'

/** Exchanges an ID token for a session. Called twice it opens two equal sessions, which is harmless. */
export async function openSession(context: EdgeContext): Promise<Response> {
  const { identity, firestore, tokens, now: clock, log } = context.var.services
  const now = clock()
  const request = sessionRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const verified = await identity.verify(request.data.idToken, now)
  if (!verified.ok) return identityError(context, verified.failure)

  const { uid } = verified.value
  const { byEmailLink } = request.data
  const admitted = await admitReader(context.var.services, verified.value, now, { byEmailLink })
  if (!admitted.ok) return admissionError(context, admitted.failure)
  if (admitted.value.isNew) {
    // Who was deleted while this was under way must not come into being again: the account goes
    // before the record does, so that whoever makes a record after that finds no account.
    const still = await identity.verify(request.data.idToken, now)
    if (!still.ok) {
      await firestore.commit([{ remove: `users/${uid}` }])
      return identityError(context, still.failure)
    }
  }
  const loaded = await loadReader(firestore, uid, now)
  if (!loaded.ok || !loaded.value) {
    log('caller_unknown', { kind: loaded.ok ? 'gone' : loaded.failure.kind })
    return errorResponse('unavailable')
  }
  const { standing } = loaded.value
  const session = await tokens.issueSession(uid, now, now)
  const pass = await tokens.issuePass(uid, standing, now)
  const body: SessionResponse = {
    ...subscriptionResponse(standing, true),
    isNew: admitted.value.isNew,
  }
  return withCookies(context.json(body), [
    sessionCookieLine(session),
    ...passCookieLines(pass, standing),
  ])
}

/** Ends the session on this device. */
export function closeSession(context: EdgeContext): Response {
  return withCookies(context.body(null, 204), signedOutCookies())
}

/** The same for a form whose page has no script yet. Called again it is harmless. */
export function leaveByForm(context: EdgeContext): Response {
  return withCookies(context.redirect('/', 303), signedOutCookies())
}

/** Ends the reader's sessions on every device, those included that somebody else holds. */
export function closeSessions(context: EdgeContext): Promise<Response> {
  const { firestore, now, log } = context.var.services
  return withReader(context, async ({ uid }) => {
    const ended = await changeReader(firestore, uid, () => ({ sessionsEndedAt: now() }))
    if (!ended.ok) {
      log('sessions_not_ended', { kind: ended.failure.kind })
      return errorResponse('unavailable')
    }
    return closeSession(context)
  })
}

export function subscriptionResponse(standing: Standing, signedIn: boolean): SubscriptionResponse {
  const { until, paidThrough, resumesAt, freeUntil, may, ...same } = standing
  return {
    ...same,
    signedIn,
    until: until?.toISOString() ?? null,
    paidThrough: paidThrough?.toISOString() ?? null,
    resumesAt: resumesAt?.toISOString() ?? null,
    freeUntil: freeUntil?.toISOString() ?? null,
    may: [...may],
  }
}

export function admissionError(context: EdgeContext, failure: AdmissionFailure): Response {
  const { log } = context.var.services
  if (failure.kind === 'stale') return errorResponse('stale_token')
  if (failure.kind === 'otherAddress') {
    log('account_had_other_address', { uid: failure.uid, restored: failure.restored })
    return errorResponse('stale_token')
  }
  log('reader_not_admitted', { kind: failure.kind })
  return errorResponse('unavailable')
}

export function identityError(context: EdgeContext, failure: IdentityFailure): Response {
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
