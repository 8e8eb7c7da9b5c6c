/** Whether the caller's visits are shared with a third party: the receiver of `ANALYTICS_URL`. */
import { parseConsent } from '../../src/contracts/cookies/consent-cookie.ts'
import {
  type ConsentAnswer,
  consentVersion,
  decideSharing,
  isConsentRequired,
  type Sharing,
} from '../../src/domain/consent.ts'
import { findCallerCountry } from '../identity/caller-country.ts'
import { readConsentCookie } from '../identity/cookies.ts'
import { hasOptedOut } from '../platform/http/has-opted-out.ts'
import type { ConsentDeps } from './consent-deps.ts'

export type CallerSharing = { readonly sharing: Sharing; readonly answer: ConsentAnswer | null }

export function findCallerSharing({
  request,
  eventReceiver,
}: Pick<ConsentDeps, 'request' | 'eventReceiver'>): CallerSharing {
  const answer = parseConsent(readConsentCookie(request))
  const sharing = decideSharing({
    isConfigured: eventReceiver !== null,
    isForbidden: hasOptedOut(request),
    country: findCallerCountry(request),
    answer,
  })
  return { sharing, answer }
}

/** Whether the origin of the caller's visit may be stored. No consent is requested for that alone. */
export function canDescribeVisit(request: Request): boolean {
  if (hasOptedOut(request)) return false
  if (!isConsentRequired(findCallerCountry(request))) return true
  const answer = parseConsent(readConsentCookie(request))
  return answer?.version === consentVersion && answer.isGranted
}
