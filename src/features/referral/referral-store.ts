/** The reader's own link and credit. Shared stories name the reader too. */
import { call } from '../../browser/api.ts'
import { createQuery } from '../../browser/query.ts'
import type { ReferralResponse } from '../../contracts/referral-endpoints.ts'
import { readStoredReferralCode, storeReferralCode } from './referral-code-store.ts'

const query = createQuery<ReferralResponse | null>('referral', {
  call: () => call('PUT /api/referral'),
  guestData: null,
})

export const $referral = query.$store

/** Null if it isn't known. One call for each device and account. */
export async function loadReferralCode(): Promise<string | null> {
  const stored = readStoredReferralCode()
  if (stored) return stored
  const loaded = await query.getOrFetch()
  const code = (loaded.ok && loaded.value?.code) || null
  if (code) storeReferralCode(code)
  return code
}
