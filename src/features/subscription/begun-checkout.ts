/**
 * What a tab knows of a purchase that was begun in it, until it is closed: by which request, so that
 * beginning it again after a reload begins no second one, and what it is called at PayPal.
 *
 *     sessionStorage.checkout = {"kind":"annual","requestId":"…","whose":"guest","at":1790000000000,
 *                                "id":"I-…","page":"/subscribe?plan=annual"}
 */
import { readSessionMark } from '../../browser/session-mark.ts'
import { type PlanKind, planKinds } from '../../domain/offer.ts'

export type BegunCheckout = {
  readonly kind: PlanKind
  readonly requestId: string
  /** PayPal's name of it, once it has one. */
  readonly id?: string
  /** The page of the offer that it was begun on, with what was chosen there. */
  readonly page?: string
  /** They have left this page for PayPal's own. */
  readonly isAway?: boolean
}

type Kept = BegunCheckout & {
  /** Who logs in meanwhile begins one of their own. */
  readonly whose: string
  readonly at: number
}

const key = 'checkout'

/** Milliseconds: PayPal forgets what nobody has agreed to within three hours. */
const lifetime = 2 * 60 * 60 * 1000

const here = () => location.pathname + location.search

const nobody = 'guest'
const reader = () => readSessionMark() ?? nobody

function read(now: number): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null
    if (!kept || !planKinds.includes(kept.kind) || typeof kept.requestId !== 'string') return null
    return kept.whose === reader() && now - kept.at < lifetime ? kept : null
  } catch {
    return null
  }
}

function keep(kept: Kept) {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Then a reload begins another one, which nobody agrees to.
  }
}

/** The one that this choice is to be begun by: the same until it is done, too old, or another's. */
export function checkoutToBegin(kind: PlanKind, now: number): BegunCheckout {
  const kept = read(now)
  if (kept?.kind === kind) return kept
  const begun: Kept = { kind, requestId: crypto.randomUUID(), whose: reader(), at: now }
  keep(begun)
  return begun
}

/** What has been begun with PayPal here and not been seen to end. */
export function begunCheckout(now: number): BegunCheckout | null {
  const kept = read(now)
  return kept?.id ? kept : null
}

export function noteBegun(begun: BegunCheckout, id: string, now: number) {
  const { kind, requestId } = begun
  keep({ kind, requestId, id, page: here(), whose: reader(), at: now })
}

export function noteLeaving(now: number) {
  const kept = read(now)
  if (kept) keep({ ...kept, isAway: true })
}

/**
 * Whoever turns back at PayPal's own page comes to one page of the offer, whichever they began on: this
 * leads them on to theirs. Returns whether it does.
 */
export function followReturn(now: number): boolean {
  const kept = read(now)
  if (!kept?.isAway || !kept.page || kept.page === here()) return false
  location.replace(kept.page)
  return true
}

/** Whether they have come back to this page so; asked again, no more. */
export function takeReturn(now: number): boolean {
  const kept = read(now)
  if (!kept?.isAway || kept.page !== here()) return false
  keep({ ...kept, isAway: false })
  return true
}

export function forgetBegun() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Then there is nothing.
  }
}
