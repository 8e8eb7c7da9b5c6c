import type { SubscriptionResponse } from '../../src/contracts/endpoints/subscription-endpoints.ts'
import type { Entitlement } from '../../src/domain/subscription/entitlement-schema.ts'
import { formatDates } from '../platform/format-dates.ts'

export function toSubscriptionResponse(
  entitlement: Entitlement,
  isSignedIn: boolean,
): SubscriptionResponse {
  return { ...formatDates(entitlement), signedIn: isSignedIn }
}
