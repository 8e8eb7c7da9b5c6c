import { parseReaderHint } from '../../../src/contracts/cookies/reader-hint-cookie.ts'
import type { ReaderKind } from '../../../src/domain/statistics/counters.ts'
import { getPassEntitlement } from '../../identity/caller.ts'
import { readReaderCookies } from '../../identity/cookies.ts'
import type { Deps } from '../../identity/edge-context.ts'

/**
 * Costs no database read, and grants no access. Between two passes, the hint decides. A reader could change the hint,
 * but would only have their own views counted as another kind's.
 */
export async function findReaderKind(
  { request, tokens, now }: Pick<Deps, 'request' | 'tokens' | 'now'>,
  uid: string | null,
): Promise<ReaderKind> {
  if (uid === null) return 'guest'
  const cookies = readReaderCookies(request)
  const pass = await tokens.readPass(cookies.pass, now())
  const isOpen =
    pass?.uid === uid
      ? getPassEntitlement(pass, now()).entitled
      : parseReaderHint(cookies.hint)?.open === true
  return isOpen ? 'subscriber' : 'registered'
}
