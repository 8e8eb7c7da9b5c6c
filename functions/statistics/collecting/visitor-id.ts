/**
 * The id by which a third party recognises one browser's events. The browser proposes the id, so that batches arriving
 * before its cookie have the same one; nobody else can guess it. Such services charge per visitor, so each network gets
 * only a few new ids a day.
 */
import { day } from '../../../src/domain/duration.ts'
import { countWithin } from '../../email/count-email.ts'
import { createAnonymousIdCookie, readAnonymousIdCookie } from '../../identity/cookies.ts'
import { getCallerAddress, parseWidestNetwork } from '../../platform/http/caller-network.ts'
import { isSameSecret } from '../../platform/http/is-same-secret.ts'
import type { CollectingDeps } from './collecting-deps.ts'

/**
 * Returns null if the network may create no further id today. Sets a cookie. A new id costs a database read and a
 * write.
 */
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
