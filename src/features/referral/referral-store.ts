/** The reader's own link and credit. */
import { call } from '../../browser/api.ts'
import { createQuery } from '../../browser/query.ts'
import type { ReferralResponse } from '../../contracts/referral-endpoints.ts'

const query = createQuery<ReferralResponse | null>('referral', {
  call: () => call('PUT /api/referral'),
  guestData: null,
})

export const $referral = query.$store
