/**
 * Whether The Weekly was signed up for in this browser, in any form or tab, so that pages don't ask again. Styles choose
 * by it what is shown (styles/reader-state.css); the pre-paint script (layouts/reader-hint-script.ts) reads it first.
 */
import { readDeviceItem, removeDeviceItem, storeDeviceItem } from './device-storage.ts'

export const weeklyKey = 'weekly'

/** As stored last, perhaps by another tab. */
export const showSignUp = () =>
  document.documentElement.toggleAttribute('data-weekly', readDeviceItem(weeklyKey) !== null)

export function rememberSignUp(isOnList: boolean) {
  if (isOnList) storeDeviceItem(weeklyKey, '1')
  else removeDeviceItem(weeklyKey)
  showSignUp()
}
