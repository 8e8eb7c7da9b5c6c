/** What a caller's cookies open. Costs no database read. */
import { type StoryPass, toStoryPass, type Unlock } from '../../src/domain/meter/unlock.ts'
import { readMeterCookie } from '../account/cookies.ts'
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

/** Unlocks only: the links that readers give will be passes too. They may have ended. */
export const listPasses = (unlocks: readonly Unlock[]): readonly StoryPass[] =>
  unlocks.map(toStoryPass)
