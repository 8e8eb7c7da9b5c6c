/** Who may see and go on with a checkout. */
import { markCookieLine, readMarkCookie } from '../account/cookies.ts'
import type { EdgeContext } from '../http/context.ts'
import type { Checkout } from './look.ts'

/**
 * Whoever began it: logged in, or by the mark of this browser. As long as nobody has an account for it
 * also whoever has the key of the letter to the payer.
 */
export async function isBuyer(
  context: EdgeContext,
  id: string,
  checkout: Pick<Checkout, 'uid' | 'isGuest'>,
  { uid, key }: { readonly uid: string | null; readonly key?: string | undefined },
): Promise<boolean> {
  const { tokens, now } = context.var.services
  if (checkout.uid === uid) return true
  const marked = await tokens.readMark('buyer', readMarkCookie(context, 'buyer'), now())
  if (checkout.uid === marked) return true
  return checkout.isGuest && (await tokens.readMark('finish', key, now())) === id
}

/** For the browser to be known by from now on. */
export async function buyerLine(context: EdgeContext, uid: string): Promise<string> {
  const { tokens, now } = context.var.services
  return markCookieLine('buyer', await tokens.issueMark('buyer', uid, now()))
}

/** The same for the same parts, and nobody's guess where one of them is none. */
export async function idOf(...parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(parts.join(' '))
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
