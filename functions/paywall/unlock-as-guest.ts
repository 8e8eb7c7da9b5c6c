/**
 * Uses a guest's remaining unlocks, as counted in the cookie. Costs one database read, plus a read and a write for an
 * address, plus those for The Weekly's list. The order is: cookie, bot check, article, address, network, list. An
 * interrupted call can be repeated on the same day, and counts once.
 */

import type { UnlockRefusal } from '../../src/contracts/endpoints/meter-endpoints.ts'
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import type { UnlockOption } from '../../src/domain/access.ts'
import type { ArticleAccess } from '../../src/domain/article.ts'
import {
  countUnlocks,
  type SpentUnlock,
  type Unlock,
  type UnlockWay,
} from '../../src/domain/paywall/unlock.ts'
import { succeed } from '../../src/domain/result.ts'
import { newsletter } from '../../src/publication/newsletter.ts'
import { countSignUp } from '../email/count-email.ts'
import { isWithinLimit } from '../identity/caller-limits.ts'
import { refuse } from '../identity/handler.ts'
import { readMeter, setMeter, setNewGuestMeter } from '../identity/reader-passes.ts'
import { createConsent } from '../newsletter/consent.ts'
import { requestWeekly } from '../newsletter/request-weekly.ts'
import { countUnlock } from '../statistics/collecting/count-unlock.ts'
import { readAttribution } from '../statistics/records/read-attribution.ts'
import { decideForCaller } from './decide-for-caller.ts'
import type { MeterDeps } from './meter-deps.ts'
import { askNetwork } from './network-limit.ts'
import { findFriendName } from './referred-story.ts'
import { addressFields, claimAddress, createAddressClaim, removeClaim } from './unlock-address.ts'
import type { UnlockInput } from './unlock-as-reader.ts'
import { articleFields, readArticleAccess } from './unlockable-article.ts'
import { refuseUnlock, respondToUnlock } from './wall-response.ts'

const messages = {
  noCookie:
    'Your browser didn’t accept the cookie that we need to open this story. Allow cookies for this site and try again.',
  tooManyToday: `We can’t sign up any more addresses like this one for ${newsletter.name} today. Untick the box and try again.`,
}

const optionKinds: Record<UnlockWay, UnlockOption['kind']> = {
  free: 'readFree',
  email: 'email',
  referred: 'referred',
}

type GuestCall = {
  readonly deps: MeterDeps
  readonly input: UnlockInput
  readonly guestId: string
  readonly known: readonly Unlock[]
  readonly spent: readonly SpentUnlock[]
  readonly respond: (
    unlocks: readonly Unlock[],
    because?: UnlockRefusal,
    access?: ArticleAccess,
  ) => ReturnType<typeof respondToUnlock>
}

export async function unlockAsGuest(deps: MeterDeps, input: UnlockInput) {
  const { slug, way } = input
  const meter = await readMeter(deps, null)
  if (!meter) {
    await setNewGuestMeter(deps)
    return refuse('unknown_device', messages.noCookie)
  }
  const friendName = await findFriendName(deps, slug)
  const call: GuestCall = {
    deps,
    input,
    guestId: meter.owner.id,
    known: meter.unlocks,
    spent: meter.spent,
    async respond(unlocks, because, access = 'metered') {
      const isRefused = because === 'botCheck' || because === 'limit'
      const article = { slug, access }
      const circumstances = { unlocks, friendName, isRefused }
      return respondToUnlock(
        deps,
        await decideForCaller(deps, null, article, circumstances),
        because,
      )
    },
  }
  const byCookie = await decideForCaller(deps, null, { slug, access: 'metered' }, { friendName })
  if (byCookie.open) return call.respond(call.known)
  if (!byCookie.ways.some(({ kind }) => kind === optionKinds[way])) {
    const { allowance } = countUnlocks({ unlocks: call.known }, 'guest', deps.now())[way]
    const isOff = allowance === 0 || (way === 'referred' && friendName === null)
    return call.respond(call.known, isOff ? 'notOffered' : 'usedUp')
  }
  if (way !== 'free' && !(await isWithinLimit(deps, 'JOIN_LIMIT', 'unlock'))) {
    return refuse('too_many_requests')
  }
  if (!(await isPerson(deps, input.botCheck))) return call.respond(call.known, 'botCheck')
  if (input.way !== 'free' && input.weekly) {
    const signUp = { email: input.email, isChecked: deps.botCheck !== null }
    const counted = await countSignUp(deps.firestore, signUp, createConsent(deps, deps.now()))
    if (!counted.ok) return refuseUnlock(deps, counted.failure.kind)
    if (!counted.value) return refuse('too_many_requests', messages.tooManyToday)
  }
  return spend(call)
}

/** Treats an outage of the bot check as a refusal, because readers can still register. */
async function isPerson(deps: MeterDeps, token: string | undefined): Promise<boolean> {
  if (!deps.botCheck) return true
  const { hostname } = new URL(deps.request.url)
  const verified = await deps.botCheck.verify(token, { action: botCheckActions.unlock, hostname })
  if (verified.ok) return true
  const { kind, reason } = verified.failure
  deps.log('bot_check_failed', { kind, reason })
  return false
}

async function spend(call: GuestCall) {
  const { deps, input, guestId, known, spent, respond } = call
  const { slug, way } = input
  const claim = input.way === 'free' ? null : await createAddressClaim(deps, input, guestId)
  const stored = await deps.firestore.getAll(
    [`articles/${slug}`, ...(claim ? [claim.path] : [])],
    [...articleFields, ...addressFields],
  )
  if (!stored.ok) return refuseUnlock(deps, stored.failure.kind)
  const [article, address] = stored.value
  const access = readArticleAccess(article)
  if (!access.ok) return access
  if (access.value !== 'metered') return respond(known, 'notOffered', access.value)

  const claimed = claim ? await claimAddress(deps, claim, address) : succeed(null)
  if (!claimed.ok) return refuseUnlock(deps, claimed.failure.kind)
  if (claimed.value === 'used') return respond(known, 'addressUsed')

  const owner = { kind: 'guest', id: guestId } as const
  const unlock: Unlock = { slug, way, at: claimed.value?.at ?? deps.now() }
  const { state, unlocks } = await askNetwork(deps, { owner, unlock, known, spent })
  if (state !== 'unlocked') {
    if (claim && claimed.value?.state === 'new') await removeClaim(deps, claim)
    if (state === 'usedUp') await setMeter(deps, { owner, unlocks })
    return respond(unlocks, state)
  }
  if (input.way !== 'free' && input.weekly) {
    const attribution = readAttribution(deps.request, input.visit)
    const request = { email: input.email, source: 'wall', uid: null, attribution } as const
    const consent = createConsent(deps, deps.now())
    const joined = await requestWeekly(deps, { ...request, ...consent })
    // The call can be repeated, and counts once.
    if (!joined.ok) return refuseUnlock(deps, joined.failure.kind)
  }
  await setMeter(deps, { owner, unlocks })
  await countUnlock(deps, { owner, unlock, unlocks })
  deps.log('story_unlocked', { slug, way, by: owner.kind })
  return respond(unlocks)
}
