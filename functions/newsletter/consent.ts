import type { Consent } from '../../src/domain/newsletter/newsletter-entry.ts'
import type { Deps } from '../identity/edge-context.ts'
import { getCallerAddress } from '../platform/http/caller-network.ts'

/** Returns a consent, with the person's IP address and browser as the server sees them. */
export const createConsent = (deps: Pick<Deps, 'request'>, consentedAt: Date): Consent => ({
  consentedAt,
  ip: getCallerAddress(deps).slice(0, 45),
  userAgent: (deps.request.headers.get('User-Agent') ?? '').slice(0, 512),
})
