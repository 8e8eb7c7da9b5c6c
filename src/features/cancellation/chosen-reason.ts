/** This tab's reader's answer on the first page of the cancel flow, to be sent if they cancel. */
import { readTabItem, removeTabItem, storeTabItem } from '../../browser/session-storage.ts'
import { type CancelReason, cancelReasons } from '../../domain/subscription/subscription-steps.ts'

const storageKey = 'cancel-reason'

export const storeReason = (reason: CancelReason) => storeTabItem(storageKey, reason)

export const removeReason = () => removeTabItem(storageKey)

/** To be spread into the request. */
export function describeReason(): { readonly reason?: CancelReason } {
  const stored = readTabItem(storageKey)
  const reason = cancelReasons.find((one) => one === stored)
  return reason ? { reason } : {}
}
