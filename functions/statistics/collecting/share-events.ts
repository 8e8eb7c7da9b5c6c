/**
 * Passes events on to a third party, in Segment's format, if the reader allows it. The id that tells it which
 * events are from one browser is created here, so that no other browser ever has one.
 */
import { askForConsent } from '../../../src/contracts/cookies/consent-cookie.ts'
import { findCallerSharing } from '../../consent/sharing.ts'
import {
  createAnonymousIdCookie,
  createConsentCookie,
  readAnonymousIdCookie,
  readConsentCookie,
} from '../../identity/cookies.ts'
import type { AcceptedEvent } from './accept-events.ts'
import type { CollectingDeps } from './collecting-deps.ts'
import { isWithinSharedCeiling } from './row-ceiling.ts'

/**
 * Sets cookies, so it must be awaited before the response. Delivers in the background. Events above the ceiling of their
 * network aren't passed on.
 */
export async function shareEvents(
  accepted: readonly AcceptedEvent[],
  receivedAt: Date,
  deps: CollectingDeps,
) {
  const { request, eventReceiver, execution, log, setCookies } = deps
  const { sharing, answer } = findCallerSharing(deps)
  const isAsking = readConsentCookie(request) === askForConsent
  if (sharing === 'ask' && !isAsking) setCookies([createConsentCookie(askForConsent)])
  if (sharing !== 'ask' && isAsking) setCookies([createConsentCookie(null)])
  const storedId = readAnonymousIdCookie(request)
  if (sharing !== 'allowed' || !eventReceiver) {
    if (storedId !== undefined) setCookies([createAnonymousIdCookie(null)])
    return
  }
  // Consent doesn't reach back.
  const shared = answer
    ? accepted.filter(({ timestamp }) => new Date(timestamp) >= answer.answeredAt)
    : accepted
  if (shared.length === 0 || !(await isWithinSharedCeiling(deps, shared.length))) return
  const anonymousId = storedId ?? crypto.randomUUID()
  if (storedId === undefined) setCookies([createAnonymousIdCookie(anonymousId)])
  const batch = shared.map((event) => ({ ...event, anonymousId }))
  execution.waitUntil(
    eventReceiver(batch, receivedAt).then((delivered) => {
      if (delivered.ok) return
      log('events_not_delivered', { events: shared.length, reason: delivered.failure })
    }),
  )
}
