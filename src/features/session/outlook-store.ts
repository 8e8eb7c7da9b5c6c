/** The outlook for the reader's subscription, now and after each possible step. Null for guests. */
import { call } from '../../browser/api.ts'
import { createQuery } from '../../browser/query.ts'
import type { SubscriptionOutlookResponse } from '../../contracts/endpoints/subscription-endpoints.ts'

const query = createQuery<SubscriptionOutlookResponse | null>('outlook', {
  call: () => call('GET /api/subscription/outlook'),
  guestData: null,
})

// Each page requests the outlook, because a stored one may be older than the subscription's status.
query.invalidate()

export const $outlook = query.$store
/** Must be called after a change of the subscription. */
export const invalidateOutlook = query.invalidate
