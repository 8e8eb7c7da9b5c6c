import { track } from '../../browser/analytics.ts'
import { readDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'

/** In localStorage: PayPal's id of the last gift that was counted. */
const countedKey = 'gift-counted'

/** Once per gift, however often and in how many tabs its page is opened. */
export function trackSentGift(id: string) {
  if (readDeviceItem(countedKey) === id) return
  storeDeviceItem(countedKey, id)
  track('Gift Subscription Sent', {})
}
