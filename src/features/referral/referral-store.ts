/** The reader's own link and credit. */
import { call } from '../../browser/api.ts'
import { readDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'
import { createQuery } from '../../browser/query.ts'
import type { ReferralResponse } from '../../contracts/endpoints/referral-endpoints.ts'
import { getReferralPath, parseReferralCode } from '../../domain/referral/referral-code.ts'
import { referral } from '../../publication/offer.ts'

/** The reader's own code, which is removed at sign-out (features/session/clear-device-data.ts). */
const codeKey = 'referral-code'

const query = createQuery<ReferralResponse | null>('referral', {
  call: () => call('PUT /api/referral'),
  guestData: null,
})

// Each page requests the credit, because a friend may just have opened the link or paid.
query.invalidate()

export const $referral = query.$store

/**
 * Returns the path of the reader's own link; null if it's unknown, or if there is no programme. Requests the link once
 * per device and account.
 */
export async function loadReferralPath(): Promise<string | null> {
  if (!referral) return null
  const stored = parseReferralCode(readDeviceItem(codeKey) ?? '')
  if (stored) return getReferralPath(stored)
  const loaded = await query.getOrFetch()
  const code = (loaded.ok && loaded.value?.code) || null
  if (code === null) return null
  storeDeviceItem(codeKey, code)
  return getReferralPath(code)
}
