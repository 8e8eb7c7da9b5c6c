/**
 * A guest buys under a guest id, which never becomes an account's uid. Once the purchase has been moved to an account,
 * the guest's cookie and the emailed key have no effect.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import { createTokenCookie, readTokenCookie } from '../identity/cookies.ts'
import type { Deps } from '../identity/edge-context.ts'
import { refuseUnavailable } from '../identity/handler.ts'
import { guestPrefix } from '../outbox/owner-ids.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { type ChangeFailure, loadRecord } from './change-subscription.ts'
import type { Checkout } from './stored-checkout.ts'

/** Returns whether the caller has started this checkout, or has the key from the email to its payer. */
export async function isBuyer(
  deps: Deps,
  id: string,
  checkout: Pick<Checkout, 'uid' | 'isGuest'>,
  { uid, key }: { readonly uid: string | null; readonly key?: string | undefined },
): Promise<boolean> {
  const { tokens, now } = deps
  if (checkout.uid === uid) return true
  if (!checkout.isGuest) return false
  if (checkout.uid === (await readGuestId(deps))) return true
  return (await tokens.readToken('finishCheckout', key, now())) === id
}

/** Returns null without a valid cookie. An older version issued cookies with other ids. */
export async function readGuestId({ tokens, now, request }: Deps): Promise<string | null> {
  const id = await tokens.readToken('buyer', readTokenCookie(request, 'buyer'), now())
  return id?.startsWith(guestPrefix) ? id : null
}

export async function setGuestCookie({ tokens, now, setCookies }: Deps, guest: string) {
  setCookies([createTokenCookie('buyer', await tokens.issueToken('buyer', guest, now()))])
}

/** More ids than one browser's repeated requests use. */
const maxGuestIds = 20

/**
 * Returns the same guest for the same request. An id whose purchase has been moved is never used again, so a copied
 * cookie leads to a new guest.
 */
export async function findGuest(
  deps: Deps,
  requestId: string,
): Promise<Result<{ id: string; record: SubscriptionRecord | null }, ChangeFailure>> {
  const { firestore } = deps
  let id = (await readGuestId(deps)) ?? (await deriveGuestId(requestId))
  for (let attempt = 0; attempt < maxGuestIds; attempt++) {
    const loaded = await loadRecord(firestore, id, { by: 'reader' })
    if (loaded.ok) return succeed({ id, record: loaded.value.record })
    const { failure } = loaded
    if (failure.kind !== 'ignored') return fail(failure)
    id = await deriveGuestId(requestId, id)
  }
  return fail({ kind: 'conflict' })
}

const deriveGuestId = async (...parts: readonly string[]) =>
  `${guestPrefix}${(await hashParts('guest', ...parts)).slice(0, 28)}`

/** Nothing is lost if moving a purchase to an account fails. */
export const refusePurchase = (deps: Deps, event: string, reason: string) =>
  refuseUnavailable(
    deps,
    event,
    { reason },
    'We couldn’t add your purchase to an account. Your payment is safe. Try again in a minute.',
  )
