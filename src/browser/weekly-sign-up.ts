/**
 * Whether the reader has signed up for The Weekly in this browser, in any form or tab, so that pages don't ask again.
 * Styles depend on it (styles/reader-state.css), and the pre-paint script (layouts/reader-hint-script.ts) reads it
 * first.
 */
import { readDeviceItem, removeDeviceItem, storeDeviceItem } from './device-storage.ts'

export const weeklyKey = 'weekly'

/** Sets the attribute for styles from storage, which another tab may have changed. */
export const showSignUp = () =>
  document.documentElement.toggleAttribute('data-weekly', readDeviceItem(weeklyKey) !== null)

export function rememberSignUp(isOnList: boolean) {
  if (isOnList) storeDeviceItem(weeklyKey, '1')
  else removeDeviceItem(weeklyKey)
  showSignUp()
}
