/** A buyer's draft of a gift, until it is paid: the draft survives reloads, errors, and going to PayPal and back. */
import { readTabItem, removeTabItem, storeTabItem } from '../../browser/session-storage.ts'
import { type GiftFields, type GiftOrderFields, toGiftFields } from './gift-fields.ts'

const fieldsKey = 'gift-draft'
const requestKey = 'gift-request'

type StoredRequest = {
  readonly id: string
  /** The order as JSON: if that changes, it is another order. */
  readonly order: string
  readonly startedAt: number
}

/** In milliseconds. PayPal drops orders that aren't approved within three hours. */
const requestLifetime = 2 * 60 * 60 * 1000

/** Replaces session storage in browsers that block it. */
let lastRequest: StoredRequest | undefined

export function readGiftDraft(): GiftFields | null {
  const stored = readTabItem(fieldsKey)
  return stored === undefined ? null : toGiftFields(stored)
}

export const storeGiftDraft = (fields: GiftFields) => storeTabItem(fieldsKey, fields)

/** Returns the same id for the same order, so that pressing the button twice starts one payment. */
export function getGiftRequestId(fields: GiftOrderFields): string {
  const order = JSON.stringify(fields)
  const stored = (readTabItem(requestKey) ?? lastRequest) as StoredRequest | undefined
  if (stored?.order === order && Date.now() - stored.startedAt < requestLifetime) return stored.id
  lastRequest = { id: crypto.randomUUID(), order, startedAt: Date.now() }
  storeTabItem(requestKey, lastRequest)
  return lastRequest.id
}

/** A declined order stays declined, so the next attempt is another order. */
export function forgetGiftRequest() {
  lastRequest = undefined
  removeTabItem(requestKey)
}

/** Deletes the draft once the order is paid. */
export function clearGiftDraft() {
  forgetGiftRequest()
  removeTabItem(fieldsKey)
}
