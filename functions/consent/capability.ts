import type { Capability } from '../capability.ts'
import { getConsent, storeConsent } from './consent-handlers.ts'

export const consent = {
  routes: { 'GET /api/consent': getConsent, 'PUT /api/consent': storeConsent },
} satisfies Capability
