import { createConsentAnswer, formatConsent } from '../../src/contracts/cookies/consent-cookie.ts'
import type { ConsentResponse } from '../../src/contracts/endpoints/consent-endpoints.ts'
import { succeed } from '../../src/domain/result.ts'
import { createAnonymousIdCookie, createConsentCookie } from '../identity/cookies.ts'
import type { Handle } from '../identity/handler.ts'
import type { ConsentDeps } from './consent-deps.ts'
import { type CallerSharing, findCallerSharing } from './sharing.ts'

const toResponse = ({ sharing, answer }: CallerSharing): ConsentResponse => ({
  sharing,
  answeredAt: answer?.answeredAt.toISOString() ?? null,
})

export const getConsent: Handle<'GET /api/consent', ConsentDeps> = (_, __, deps) =>
  succeed(toResponse(findCallerSharing(deps)))

/** Stores nothing if no consent is needed, or the browser has already answered for the reader. */
export const storeConsent: Handle<'PUT /api/consent', ConsentDeps> = ({ isGranted }, _, deps) => {
  const caller = findCallerSharing(deps)
  if (caller.sharing === 'off' || caller.sharing === 'forbidden') return succeed(toResponse(caller))
  const answer = createConsentAnswer(isGranted, deps.now())
  deps.setCookies([
    createConsentCookie(formatConsent(answer)),
    ...(isGranted ? [] : [createAnonymousIdCookie(null)]),
  ])
  return succeed(toResponse({ sharing: isGranted ? 'allowed' : 'refused', answer }))
}
