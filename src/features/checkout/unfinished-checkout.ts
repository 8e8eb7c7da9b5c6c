/** A paid purchase, as stored on this device. */
import { readDeviceItem, removeDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'
import { readTabItem, removeTabItem, storeTabItem } from '../../browser/session-storage.ts'

/** In localStorage: the id of a purchase paid by a guest who has no account yet, `I-…`. */
const unfinishedKey = 'checkout'
/** In localStorage: which stages of the last purchase have been counted, `I-… paid named`. */
const countedKey = 'checkout-counted'
/** In sessionStorage: the purchase, and the id of the request that creates its account, `I-… 5e0b…`. */
const accountKey = 'checkout-account'
/** In sessionStorage: which of PayPal's buttons was pressed in this tab. */
const fundingKey = 'funding'

/** Replaces session storage in browsers that block it. */
let accountRequest: string | null = null

/** PayPal's id of a purchase, which is read from addresses and storage that readers can change. */
export const isCheckoutId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9-]{3,50}$/.test(value)

export function readUnfinishedCheckout(): string | null {
  const stored = readDeviceItem(unfinishedKey)
  return isCheckoutId(stored) ? stored : null
}

export const storeUnfinishedCheckout = (id: string) => storeDeviceItem(unfinishedKey, id)
/** The next person on this device must not repeat the request that created the account. */
export function clearUnfinishedCheckout() {
  removeDeviceItem(unfinishedKey)
  accountRequest = null
  removeTabItem(accountKey)
}

/** Tracks a stage once per purchase, however often and in however many tabs its page is opened. */
export function trackOnce(id: string, stage: 'paid' | 'named', track: () => void) {
  const [last, ...counted] = (readDeviceItem(countedKey) ?? '').split(' ')
  const trackedStages = last === id ? counted : []
  if (trackedStages.includes(stage)) return
  storeDeviceItem(countedKey, [id, ...trackedStages, stage].join(' '))
  track()
}

/** Returns an id that stays the same after a reload, so that a lost response can be requested again. */
export function getAccountRequestId(id: string): string {
  const [checkoutId, requestId] = String(readTabItem(accountKey) ?? accountRequest ?? '').split(' ')
  if (checkoutId === id && requestId) return requestId
  const newRequestId = crypto.randomUUID()
  accountRequest = `${id} ${newRequestId}`
  storeTabItem(accountKey, accountRequest)
  return newRequestId
}

export const storeFundingSource = (source: string) => storeTabItem(fundingKey, source)

export function readFundingSource(): string {
  const source = readTabItem(fundingKey)
  return typeof source === 'string' && /^[a-z_]{1,20}$/.test(source) ? source : 'paypal'
}
