/**
 * The id that tells a third party which events are from one browser. It is created here, so that no other browser ever has
 * one. Such services charge for each visitor, so the callers of a network get few new ones a day.
 */
import { day } from '../../../src/domain/duration.ts'
import { countWithin } from '../../email/count-email.ts'
import { createAnonymousIdCookie, readAnonymousIdCookie } from '../../identity/cookies.ts'
import type { Deps } from '../../identity/edge-context.ts'
import { getCallerAddress, parseWidestNetwork } from '../../platform/http/caller-network.ts'
import { isSameSecret } from '../../platform/http/is-same-secret.ts'

/** Of the /24 of an IPv4 address or the /48 of an IPv6 one. */
export const newVisitors = [{ count: 100, milliseconds: day }] as const

/** Null if the network has no new one left today. Sets a cookie. A new id costs a database read and a write. */
export async function findVisitorId(deps: Deps): Promise<string | null> {
  const { request, tokens, firestore, now, log, setCookies } = deps
  const sign = (id: string) => tokens.computeHash('visitor', id)
  const stored = readAnonymousIdCookie(request)
  if (stored && (await isSameSecret(stored.signature, await sign(stored.id)))) return stored.id
  const network = parseWidestNetwork(getCallerAddress(deps))
  const counted = await countWithin(firestore, ['visitors', network], newVisitors, now())
  if (!counted.ok) log('visitor_not_counted', { reason: counted.failure.kind })
  if (!counted.ok || !counted.value) return null
  const id = stored?.id ?? crypto.randomUUID()
  setCookies([createAnonymousIdCookie({ id, signature: await sign(id) })])
  return id
}
