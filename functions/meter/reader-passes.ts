/** What a caller's cookies open. Costs no database read. */
import {
  listCurrentUnlocks,
  mergeUnlocks,
  type StoryPass,
  toStoryPass,
  type Unlock,
} from '../../src/domain/meter/unlock.ts'
import { createMeterCookie, readMeterCookie } from '../account/cookies.ts'
import type { MeterCookie } from '../account/session-tokens.ts'
import type { Deps } from '../http/edge-context.ts'

type CookieDeps = Pick<Deps, 'request' | 'tokens' | 'now'>

/** Null if it belongs to another account. A guest's cookie also counts for the reader who the guest becomes. */
export async function readMeter(
  { request, tokens, now }: CookieDeps,
  uid: string | null,
): Promise<MeterCookie | null> {
  const meter = await tokens.readMeter(readMeterCookie(request), now())
  return meter && (meter.owner.kind === 'guest' || meter.owner.id === uid) ? meter : null
}

/** `given` is by a gift link. They may have ended. */
export const listPasses = (
  unlocks: readonly Unlock[],
  given: StoryPass | null,
): readonly StoryPass[] => [...unlocks.map(toStoryPass), ...(given ? [given] : [])]

export async function setMeter(
  { tokens, now, setCookies }: Pick<Deps, 'tokens' | 'now' | 'setCookies'>,
  { owner, unlocks }: MeterCookie,
): Promise<void> {
  const current = listCurrentUnlocks(unlocks, now())
  setCookies([createMeterCookie(await tokens.issueMeter({ owner, unlocks: current }, now()))])
}

/** For a guest without one: an unlock needs it, so that callers without cookies get nothing. */
export const setNewGuestMeter = (deps: Pick<Deps, 'tokens' | 'now' | 'setCookies'>) =>
  setMeter(deps, { owner: { kind: 'guest', id: crypto.randomUUID() }, unlocks: [] })

/** Adds what was unlocked on other devices, whenever the record is read anyway. */
export async function refreshReaderMeter(
  deps: CookieDeps & Pick<Deps, 'setCookies'>,
  uid: string,
  unlocks: readonly Unlock[],
): Promise<void> {
  const meter = await readMeter(deps, uid)
  if (meter?.owner.kind !== 'reader') return
  await setMeter(deps, {
    owner: meter.owner,
    unlocks: mergeUnlocks(meter.unlocks, unlocks, deps.now()),
  })
}

/** At the end of a session: what a reader has read is no business of the device's next user. */
export async function removeReaderMeter({
  request,
  tokens,
  now,
  setCookies,
}: CookieDeps & Pick<Deps, 'setCookies'>): Promise<void> {
  const cookie = readMeterCookie(request)
  if (cookie === undefined) return
  const meter = await tokens.readMeter(cookie, now())
  if (meter?.owner.kind !== 'guest') setCookies([createMeterCookie(null)])
}
