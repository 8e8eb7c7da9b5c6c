/**
 * What this device keeps of a purchase that was paid for.
 *
 *     localStorage.checkout = "I-…"                        paid by a guest who has no account yet
 *     localStorage['checkout-counted'] = "I-… paid named"  what has been counted of the last one
 *     sessionStorage['checkout-account'] = "I-… 5e0b…"     the request that creates this guest's account
 *     sessionStorage.funding = "paypal"                    which of PayPal's buttons was pressed in this tab
 */
import { keepOnDevice, readFromDevice, removeFromDevice } from '../../browser/device-storage.ts'

const unfinishedKey = 'checkout'
const countedKey = 'checkout-counted'
const accountKey = 'checkout-account'
const fundingKey = 'funding'

let accountRequest: string | null = null

/** PayPal's name of a purchase, as addresses and this device carry it: anybody may have written there. */
export const isCheckoutId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9-]{3,50}$/.test(value)

/** A guest has paid and is to say who they are; null where nobody has. */
export function unfinishedCheckout(): string | null {
  const kept = readFromDevice(unfinishedKey)
  return isCheckoutId(kept) ? kept : null
}

export const noteUnfinished = (id: string) => keepOnDevice(unfinishedKey, id)
/** The purchase has its account: the request that created it must not be repeated by whoever uses the device next. */
export function forgetUnfinished() {
  removeFromDevice(unfinishedKey)
  accountRequest = null
  try {
    sessionStorage.removeItem(accountKey)
  } catch {
    // Nothing is stored there.
  }
}

/** Counts each of these of a purchase once, however often and in how many tabs its page is opened. */
export function countOnce(id: string, what: 'paid' | 'named', count: () => void) {
  const [last, ...counted] = (readFromDevice(countedKey) ?? '').split(' ')
  const before = last === id ? counted : []
  if (before.includes(what)) return
  keepOnDevice(countedKey, [id, ...before, what].join(' '))
  count()
}

/** The id of the request that creates the account: the same after a reload, so that a lost answer can be asked for again. */
export function accountRequestId(id: string): string {
  try {
    accountRequest = sessionStorage.getItem(accountKey) ?? accountRequest
  } catch {
    // Then this page remembers it.
  }
  const [of, request] = (accountRequest ?? '').split(' ')
  if (of === id && request) return request
  const created = crypto.randomUUID()
  accountRequest = `${id} ${created}`
  try {
    sessionStorage.setItem(accountKey, accountRequest)
  } catch {
    // Likewise.
  }
  return created
}

/** PayPal's word for the button that was pressed. */
export function noteFunding(source: string) {
  try {
    sessionStorage.setItem(fundingKey, source)
  } catch {
    // Then it is PayPal's own.
  }
}

export function notedFunding(): string {
  try {
    const source = sessionStorage.getItem(fundingKey) ?? ''
    return /^[a-z_]{1,20}$/.test(source) ? source : 'paypal'
  } catch {
    return 'paypal'
  }
}

/**
 * In localStorage while this browser has been told that its reader is a student; what proves it is a
 * cookie that no script can read.
 */
export const studentKey = 'student'
