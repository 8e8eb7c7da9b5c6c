/** The reader's own code on this device, so that sharing costs no call. Loads nothing large: every article has it. */
import { readDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'
import { parseReferralCode } from '../../domain/referral/referral-code.ts'

/** Removed at sign-out (features/session/clear-device-data.ts). */
const key = 'referral-code'

export const readStoredReferralCode = () => parseReferralCode(readDeviceItem(key) ?? '')

export const storeReferralCode = (code: string) => storeDeviceItem(key, code)
