/**
 * The id that tells a third party which events are from one browser. The browser proposes it, so that batches which arrive
 * before its cookie have the same; it can't be guessed. Such services charge for each visitor, so the callers of a network
 * get few new ones a day.
 */
import { day } from '../../../src/domain/duration.ts'
import { countWithin } from '../../email/count-email.ts'
import { createAnonymousIdCookie, readAnonymousIdCookie } from '../../identity/cookies.ts'
import { getCallerAddress, parseWidestNetwork } from '../../platform/http/caller-network.ts'
import { isSameSecret } from '../../platform/http/is-same-secret.ts'
import type { CollectingDeps } from './collecting-deps.ts'

/** Null if the network has no new one left today. Sets a cookie. A new id costs a database read and a write. */
export async function findVisitorId(
  deps: CollectingDeps,
  proposed: string | undefined,
): Promise<string | null> {
  const { request, tokens, firestore, maxNewVisitors, now, log, setCookies } = deps
  const sign = (id: string) => tokens.computeHash('visitor', id)
  const stored = readAnonymousIdCookie(request)
  if (stored && (await isSameSecret(stored.signature, await sign(stored.id)))) return stored.id
  if (maxNewVisitors !== null) {
    const network = parseWidestNetwork(getCallerAddress(deps))
    const limits = [{ count: maxNewVisitors, milliseconds: day }]
    const counted = await countWithin(firestore, ['visitors', network], limits, now())
    if (!counted.ok) log('visitor_not_counted', { reason: counted.failure.kind })
    if (!counted.ok || !counted.value) return null
  }
  const id = stored?.id ?? proposed ?? crypto.randomUUID()
  setCookies([createAnonymousIdCookie({ id, signature: await sign(id) })])
  return id
}
