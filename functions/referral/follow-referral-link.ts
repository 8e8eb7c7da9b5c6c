import { friendParameter } from '../../src/contracts/cookies/referred-by-cookie.ts'
import { parseReferralCode } from '../../src/domain/referral/referral-code.ts'
import { resolveReferralTarget } from '../../src/domain/referral/referral-target.ts'
import { succeed } from '../../src/domain/result.ts'
import { addLinkSource, addParameters } from '../../src/domain/statistics/link-source.ts'
import { countVisit, readReferralLink } from '../credit/referral-record.ts'
import { isPageWithinLimit, readSessionUid } from '../identity/caller-limits.ts'
import { createReferredByCookie, createTokenCookie } from '../identity/cookies.ts'
import type { Deps, EdgeContext } from '../identity/edge-context.ts'
import { readReferralCookie } from '../identity/referral-cookie.ts'
import { isStoryPath, readFriendName, rememberReferredStory } from '../paywall/referred-story.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { isPersonNavigating } from '../platform/http/visitor.ts'

/**
 * GET /r/{code}: stores the code in a cookie, counts a visit and redirects to one of this site's pages. The visitor
 * gets the page even if something fails. The response for unknown codes is the same, except for the cookie.
 */

/**
 * The first code earns the credit; the last link decides which story is free. Costs one database read and one write for
 * each new device, plus a read for a guest, who is shown the friend's name.
 */
async function acceptCode(deps: Deps, code: string, path: string, isNew: boolean): Promise<void> {
  if (!isPersonNavigating(deps.request)) return
  const caller = await readSessionUid(deps)
  // Logged-in readers have already given their address.
  const canOpenStory = caller === null && isStoryPath(path)
  if (!isNew && !canOpenStory) return
  if (!(await isPageWithinLimit(deps, 'referral'))) return
  const { firestore, tokens, now, log, setCookies } = deps
  const found = isNew
    ? await countVisit(firestore, code, (uid) => uid === caller)
    : await findOwner(firestore, code)
  if (!found.ok) return log('referral_not_counted', { reason: found.failure.kind })
  if (found.value === null) return
  if (isNew) {
    setCookies([createTokenCookie('referral', await tokens.issueToken('referral', code, now()))])
  }
  const name = caller === null ? await readFriendName(deps, found.value) : null
  if (name === null) return
  if (isNew) setCookies([createReferredByCookie(name)])
  if (canOpenStory) await rememberReferredStory(deps, name, path)
}

async function findOwner(firestore: Firestore, code: string) {
  const found = await readReferralLink(firestore, code)
  return found.ok ? succeed(found.value?.uid ?? null) : found
}

export async function followReferralLink(context: EdgeContext): Promise<Response> {
  const { deps } = context.var
  const code = parseReferralCode(context.req.param('code') ?? '')
  const path = resolveReferralTarget(context.req.query('to') ?? null)
  const firstCode = await readReferralCookie(deps)
  if (code) await acceptCode(deps, code, path, firstCode === null)
  const place = firstCode === null || firstCode === code ? 'first' : 'later'
  return new Response(null, {
    status: 302,
    headers: {
      Location: addParameters(addLinkSource(path, 'share'), `${friendParameter}=${place}`),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  })
}
