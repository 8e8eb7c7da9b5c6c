import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import { refundArrival } from '../email/refund-arrival.ts'
import type { Deps } from '../identity/edge-context.ts'
import { renewPass } from '../identity/identify-reader.ts'
import { toSubscriptionResponse } from '../identity/subscription-response.ts'

/** Sets a new pass, and returns the status that the page shows. */
export async function renewStatus(deps: Deps, uid: string, record: SubscriptionRecord | null) {
  const entitlement = resolveEntitlement(record, deps.now())
  await renewPass(deps, uid, entitlement)
  return toSubscriptionResponse(entitlement, true)
}

/** Tells the buyer of a cancelled subscription about its payment, which may not have been collected. */
export const refundText = `If you’ve paid for it, we’re refunding you. ${refundArrival}`

export const secondSubscriptionText = `You already had a subscription. We’ve cancelled the second one. ${refundText}`
