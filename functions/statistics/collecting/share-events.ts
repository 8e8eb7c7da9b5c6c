/** Shares events with a third party, in Segment's format, if the reader agrees. */
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
import { findVisitorId } from './visitor-id.ts'

/**
 * Sets cookies, so the call must be awaited before the response. Events are delivered in the background, and those
 * above their network's limit aren't shared.
 */
export async function shareEvents(
  accepted: readonly AcceptedEvent[],
  visitor: string | undefined,
  receivedAt: Date,
  deps: CollectingDeps,
) {
  const { request, eventReceiver, execution, log, setCookies } = deps
  const { sharing, answer } = findCallerSharing(deps)
  const isAsking = readConsentCookie(request) === askForConsent
  if (sharing === 'ask' && !isAsking) setCookies([createConsentCookie(askForConsent)])
  if (sharing !== 'ask' && isAsking) setCookies([createConsentCookie(null)])
  if (sharing !== 'allowed' || !eventReceiver) {
    if (readAnonymousIdCookie(request) !== undefined) setCookies([createAnonymousIdCookie(null)])
    return
  }
  // Events from before the consent aren't shared.
  const shared = answer
    ? accepted.filter(({ timestamp }) => new Date(timestamp) >= answer.answeredAt)
    : accepted
  if (shared.length === 0 || !(await isWithinSharedCeiling(deps, shared.length))) return
  const anonymousId = await findVisitorId(deps, visitor)
  if (anonymousId === null) return
  const batch = shared.map((event) => ({ ...event, anonymousId }))
  execution.waitUntil(
    eventReceiver(batch, receivedAt).then((delivered) => {
      if (delivered.ok) return
      log('events_not_delivered', { events: shared.length, reason: delivered.failure })
    }),
  )
}
