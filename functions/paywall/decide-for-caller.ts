/** Asks domain/access.ts with what the caller's cookies say. Costs no database read. */
import { type AccessDecision, type AccessQuestion, decideAccess } from '../../src/domain/access.ts'
import { getMeterState, type MeterState } from '../../src/domain/paywall/meter-state.ts'
import type { SpentUnlock, StoryPass, Unlock } from '../../src/domain/paywall/unlock.ts'
import { fail } from '../../src/domain/result.ts'
import type { Entitlement } from '../../src/domain/subscription/entitlement.ts'
import { givenGraceSeconds, readGivenPass } from '../gift-link/given-pass.ts'
import type { Deps } from '../identity/edge-context.ts'
import { refuse } from '../identity/handler.ts'
import { listPasses, readMeter, readSpent } from '../identity/reader-passes.ts'

export type AccessCaller = { readonly uid: string; readonly entitlement: Entitlement }

type Circumstances = Partial<Pick<MeterState, 'friendName' | 'isRefused'>> & {
  /** Read from the cookie if missing. */
  readonly unlocks?: readonly Unlock[]
  /** Read from the cookie if missing. */
  readonly spentByAddress?: readonly SpentUnlock[]
  /** By a gift link; read from the cookie if missing. Its revocation takes effect in a day at most. */
  readonly given?: StoryPass | null
}

/** `reader` is null for guests. */
export async function decideForCaller(
  deps: Pick<Deps, 'request' | 'tokens' | 'now'>,
  reader: AccessCaller | null,
  article: AccessQuestion['article'],
  { unlocks: current, spentByAddress, given, ...story }: Circumstances = {},
): Promise<AccessDecision> {
  const now = deps.now()
  const cookie = await readMeter(deps, reader?.uid ?? null)
  const unlocks = current ?? cookie?.unlocks ?? []
  const byAddress = spentByAddress ?? cookie?.spentByAddress
  const counted = reader
    ? ({ kind: 'reader', unlocks, spentByAddress: byAddress } as const)
    : ({ kind: 'guest', unlocks, spent: await readSpent(deps) } as const)
  const meter = getMeterState(counted, story, now)
  const passes = listPasses(
    unlocks,
    given === undefined ? await readGivenPass(deps, article.slug, givenGraceSeconds) : given,
  )
  return decideAccess({ article, reader: reader?.entitlement ?? null, meter, passes, now })
}

export const refuseClosed = ({ reason }: Extract<AccessDecision, { open: false }>) =>
  reason === 'signedOut' ? refuse('signed_out') : fail({ code: 'not_entitled', reason } as const)
