/** Decides access from the caller's cookies (domain/access.ts). Costs at most the query for recent changes. */
import { type AccessDecision, type AccessQuestion, decideAccess } from '../../src/domain/access.ts'
import { getMeterState, type MeterState } from '../../src/domain/paywall/meter-state.ts'
import type { SpentUnlock, StoryPass, Unlock } from '../../src/domain/paywall/unlock.ts'
import { fail } from '../../src/domain/result.ts'
import type { Entitlement } from '../../src/domain/subscription/entitlement-schema.ts'
import { givenGraceSeconds, readGivenPass } from '../gift-link/given-pass.ts'
import { readGivenCookies } from '../identity/cookies.ts'
import type { Deps } from '../identity/edge-context.ts'
import { refuse } from '../identity/handler.ts'
import { listPasses, readMeter, readSpent } from '../identity/reader-passes.ts'
import { findFormerSlugs, type RenamedStoriesDeps } from '../publishing/renamed-stories.ts'

export type AccessCaller = { readonly uid: string; readonly entitlement: Entitlement }

type Circumstances = Partial<Pick<MeterState, 'friendName' | 'isRefused'>> & {
  /** Unlocks; read from the cookie if missing. */
  readonly unlocks?: readonly Unlock[]
  /** Unlocks by other accounts with the same address; read from the cookie if missing. */
  readonly spentByAddress?: readonly SpentUnlock[]
  /** A gift link's pass; read from the cookie if missing. A revoked link stops working within a day. */
  readonly given?: StoryPass | null
}

/** `reader` is null for guests. */
export async function decideForCaller(
  deps: Deps & RenamedStoriesDeps,
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
  const decide = async (slug: string) => {
    const givenPass =
      given === undefined ? await readGivenPass(deps, slug, givenGraceSeconds) : given
    return decideAccess({
      article: { ...article, slug },
      reader: reader?.entitlement ?? null,
      meter,
      passes: listPasses(unlocks, givenPass),
      now,
    })
  }
  const decision = await decide(article.slug)
  if (decision.open) return decision
  const recorded = [
    ...unlocks.map(({ slug }) => slug),
    ...(given === undefined ? readGivenCookies(deps.request).keys() : []),
  ]
  for (const slug of await findFormerSlugs(deps, article.slug, recorded)) {
    const formerDecision = await decide(slug)
    if (formerDecision.open) return formerDecision
  }
  return decision
}

export const refuseClosed = ({ reason }: Extract<AccessDecision, { open: false }>) =>
  reason === 'signedOut' ? refuse('signed_out') : fail({ code: 'not_entitled', reason } as const)
