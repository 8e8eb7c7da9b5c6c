/** Deletes a reader's data at sign-out, but not device settings. Every new storage key must be added here. */
import { attempt } from '../../browser/attempt.ts'
import { listDeviceKeys, removeDeviceItem } from '../../browser/device-storage.ts'
import { showSignUp } from '../../browser/weekly-sign-up.ts'

/** Keys in localStorage; one that ends with a full stop is a prefix. */
const storageKeys = [
  'checkout',
  'checkout-counted',
  'continue',
  'events.',
  'gift-counted',
  'history',
  'auth-email',
  'preferences',
  'rating.',
  'referral-code',
  'saved',
  'saved.',
  'student',
  'unlocked',
  'weekly',
] as const

/** Clears this tab's data. The function isn't in session-storage.ts, because every page loads that file. */
export const clearTab = () => attempt(() => sessionStorage.clear())

export function clearDeviceData() {
  for (const name of listDeviceKeys()) {
    if (storageKeys.some((key) => (key.endsWith('.') ? name.startsWith(key) : name === key)))
      removeDeviceItem(name)
  }
  showSignUp()
  clearTab()
}
