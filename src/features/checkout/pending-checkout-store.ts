/** Stores this tab's purchase with its request id, so that a reload doesn't start a second purchase. */
import { readSessionId } from '../../browser/session-id.ts'
import { readTabItem, removeTabItem, storeTabItem } from '../../browser/session-storage.ts'
import { type PlanKind, planKinds } from '../../domain/subscription/offer.ts'

export type PendingCheckout = {
  readonly kind: PlanKind
  readonly requestId: string
  /** PayPal's subscription id, once there is one. */
  readonly id?: string
  readonly page?: string
  readonly isAtPayPal?: boolean
}

type StoredCheckout = PendingCheckout & {
  /** A reader who has logged in since starts a separate purchase. */
  readonly owner: string
  readonly startedAt: number
}

const storageKey = 'checkout'

/** In milliseconds. PayPal drops subscriptions that aren't approved within three hours. */
const lifetime = 2 * 60 * 60 * 1000

const getCurrentUrl = () => location.pathname + location.search

const getOwner = () => readSessionId() ?? 'guest'

function readStored(): StoredCheckout | null {
  const stored = readTabItem(storageKey) as StoredCheckout | null | undefined
  if (!stored || !planKinds.includes(stored.kind) || typeof stored.requestId !== 'string')
    return null
  return stored.owner === getOwner() && Date.now() - stored.startedAt < lifetime ? stored : null
}

const writeStored = (stored: StoredCheckout) => storeTabItem(storageKey, stored)

/** Returns the same purchase until it is finished, too old, or another reader's. */
export function getOrCreateCheckout(kind: PlanKind): PendingCheckout {
  const stored = readStored()
  if (stored?.kind === kind) return stored
  const checkout: StoredCheckout = {
    kind,
    requestId: crypto.randomUUID(),
    owner: getOwner(),
    startedAt: Date.now(),
  }
  writeStored(checkout)
  return checkout
}

export function getPendingCheckout(): PendingCheckout | null {
  const stored = readStored()
  return stored?.id ? stored : null
}

export function storePendingCheckout(checkout: PendingCheckout, id: string) {
  const { kind, requestId } = checkout
  writeStored({
    kind,
    requestId,
    id,
    page: getCurrentUrl(),
    owner: getOwner(),
    startedAt: Date.now(),
  })
}

export function recordRedirect() {
  const stored = readStored()
  if (stored) writeStored({ ...stored, isAtPayPal: true })
}

/** Opens the page where the buyer started, because PayPal returns all buyers to one page. Returns whether it does. */
export function redirectToStartPage(): boolean {
  const stored = readStored()
  if (!stored?.isAtPayPal || !stored.page || stored.page === getCurrentUrl()) return false
  location.replace(stored.page)
  return true
}

/** Returns whether the buyer has just returned from PayPal to this page; true only once. */
export function consumeReturn(): boolean {
  const stored = readStored()
  if (!stored?.isAtPayPal || stored.page !== getCurrentUrl()) return false
  writeStored({ ...stored, isAtPayPal: false })
  return true
}

export const clearPendingCheckout = () => removeTabItem(storageKey)
