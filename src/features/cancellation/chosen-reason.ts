/** Stores in this tab the reader's answer on the cancel flow's first page, which is sent if they cancel. */
import { readTabItem, removeTabItem, storeTabItem } from '../../browser/session-storage.ts'
import { type CancelReason, cancelReasons } from '../../domain/subscription/subscription-steps.ts'

const storageKey = 'cancel-reason'

export const storeReason = (reason: CancelReason) => storeTabItem(storageKey, reason)

export const removeReason = () => removeTabItem(storageKey)

/** Returns fields to spread into the request. */
export function describeReason(): { readonly reason?: CancelReason } {
  const stored = readTabItem(storageKey)
  const reason = cancelReasons.find((one) => one === stored)
  return reason ? { reason } : {}
}
