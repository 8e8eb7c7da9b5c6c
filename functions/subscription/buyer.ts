/**
 * Who a checkout belongs to. A guest buys under a guest id, which never becomes the uid of an account:
 * what they have paid for moves to an account (transfer.ts), and from then on the guest's cookie and the
 * key of the email open nothing.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { type SubscriptionRecord, subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import { markCookieLine, readMarkCookie } from '../account/cookies.ts'
import type { EdgeContext } from '../http/context.ts'
import { type ChangeFailure, subscriptionPath } from './change.ts'
import type { Checkout } from './look.ts'

/** Whether the caller began this checkout, or has the key from the email to its payer. */
export async function isBuyer(
  context: EdgeContext,
  id: string,
  checkout: Pick<Checkout, 'uid' | 'isGuest'>,
  { uid, key }: { readonly uid: string | null; readonly key?: string | undefined },
): Promise<boolean> {
  const { tokens, now } = context.var.services
  if (checkout.uid === uid) return true
  if (!checkout.isGuest) return false
  if (checkout.uid === (await readGuestId(context))) return true
  return (await tokens.readMark('finish', key, now())) === id
}

const guestPrefix = 'guest-'

/** Null without a valid cookie. Cookies that name anything but a guest were issued by an older version. */
async function readGuestId(context: EdgeContext): Promise<string | null> {
  const { tokens, now } = context.var.services
  const id = await tokens.readMark('buyer', readMarkCookie(context, 'buyer'), now())
  return id?.startsWith(guestPrefix) ? id : null
}

/** The cookie by which this browser is known until the guest has an account. */
export async function guestCookieLine(context: EdgeContext, guest: string): Promise<string> {
  const { tokens, now } = context.var.services
  return markCookieLine('buyer', await tokens.issueMark('buyer', guest, now()))
}

export type Guest = { readonly id: string; readonly record: SubscriptionRecord | null }

/** More than one browser's repeated requests can use up. */
const mostGuests = 20

/**
 * The guest that this browser buys as. An id whose purchase has moved to an account is never used
 * again: a copy of its cookie leads to a new guest. The same request makes the same guest.
 */
export async function findGuest(
  context: EdgeContext,
  requestId: string,
): Promise<Result<Guest, ChangeFailure>> {
  const { firestore } = context.var.services
  let id = (await readGuestId(context)) ?? (await guestIdFor(requestId))
  for (let tried = 0; tried < mostGuests; tried++) {
    const stored = await firestore.get(subscriptionPath(id))
    if (!stored.ok) return stored
    const record = subscriptionRecordSchema.nullable().safeParse(stored.value?.fields ?? null)
    if (!record.success) return fail({ kind: 'malformed' })
    if (!record.data?.movedTo) return succeed({ id, record: record.data })
    id = await guestIdFor(requestId, id)
  }
  return fail({ kind: 'conflict' })
}

const guestIdFor = async (...parts: readonly string[]) =>
  `${guestPrefix}${(await idOf('guest', ...parts)).slice(0, 28)}`

/** A hash of the parts: equal for equal parts, and as hard to guess as the least guessable of them. */
export async function idOf(...parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(parts.join(' '))
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
