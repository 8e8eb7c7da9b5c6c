/**
 * GET /r/{code}: stores the code in a cookie, counts a visit and redirects to a page of this site. Whatever
 * fails, the visitor gets the page. The response is the same for unknown codes, except for the cookie.
 */
import { parseReferralCode } from '../../src/domain/referral/referral-code.ts'
import { resolveReferralTarget } from '../../src/domain/referral/referral-target.ts'
import { createTokenCookie, readTokenCookie } from '../account/cookies.ts'
import type { Deps, EdgeContext } from '../http/edge-context.ts'
import { isWithinLimit, readSessionUid } from '../http/guards.ts'
import { countVisit } from './referral-record.ts'

/** Previews of messages and search engines open links too. Cubot makes phones. */
const robotPattern =
  /(?<!cu)bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|curl|wget|python|java\/|go-http|monitor|scan/i

function isPersonNavigating({ method, headers }: Request): boolean {
  const agent = headers.get('User-Agent') ?? ''
  const purpose = headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? headers.get('X-Moz') ?? ''
  // Browsers before 2023 don't send these.
  const mode = headers.get('Sec-Fetch-Mode') ?? 'navigate'
  const destination = headers.get('Sec-Fetch-Dest') ?? 'document'
  return (
    method === 'GET' &&
    agent !== '' &&
    !robotPattern.test(agent) &&
    !/prefetch|preview|prerender/i.test(purpose) &&
    mode === 'navigate' &&
    destination === 'document'
  )
}

/** Null if the cookie isn't ours, or is older than 30 days. */
export const readReferralCookie = ({ tokens, now, request }: Deps): Promise<string | null> =>
  tokens.readToken('referral', readTokenCookie(request, 'referral'), now())

/** The first code wins. Costs one database read and one write for each new device. */
async function acceptCode(deps: Deps, code: string): Promise<void> {
  if (!isPersonNavigating(deps.request) || (await readReferralCookie(deps))) return
  if (!(await isWithinLimit(deps, 'LOOK_UP_LIMIT', 'referral'))) return
  const { firestore, tokens, now, log, setCookies } = deps
  const caller = await readSessionUid(deps)
  const counted = await countVisit(firestore, code, (uid) => uid === caller)
  if (!counted.ok) return log('referral_not_counted', { reason: counted.failure.kind })
  if (!counted.value) return
  setCookies([createTokenCookie('referral', await tokens.issueToken('referral', code, now()))])
}

export async function followReferralLink(context: EdgeContext): Promise<Response> {
  const { deps } = context.var
  const code = parseReferralCode(context.req.param('code') ?? '')
  if (code) await acceptCode(deps, code)
  return new Response(null, {
    status: 302,
    headers: {
      Location: resolveReferralTarget(context.req.query('to') ?? null),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  })
}
