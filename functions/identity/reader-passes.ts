/** Reads and sets the cookies that grant access to stories. Costs no database read. */
import {
  listConfirmed,
  listCurrentSpent,
  listCurrentUnlocks,
  mergeUnlocks,
  type SpentUnlock,
  type StoryPass,
  toStoryPass,
  type Unlock,
} from '../../src/domain/paywall/unlock.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { createMeterCookie, readMeterCookie } from './cookies.ts'
import type { Deps } from './edge-context.ts'
import type { MeterCookie } from './session-tokens.ts'

type CookieDeps = Pick<Deps, 'request' | 'tokens' | 'now'>
type SetterDeps = CookieDeps & Pick<Deps, 'setCookies'>

const readCookie = ({ request, tokens, now }: CookieDeps) =>
  tokens.readMeter(readMeterCookie(request), now())

/**
 * Returns the meter; null if it belongs to another account. A guest's cookie also counts for the account that the guest
 * then logs in to.
 */
export async function readMeter(deps: CookieDeps, uid: string | null): Promise<MeterCookie | null> {
  const meter = await readCookie(deps)
  return meter && (meter.owner.kind === 'guest' || meter.owner.id === uid) ? meter : null
}

/**
 * Lists what this browser's guests unlocked before they logged in, even if the cookie is an account's. The unlocks may
 * have expired.
 */
export const readSpent = async (deps: CookieDeps): Promise<readonly SpentUnlock[]> =>
  (await readCookie(deps))?.spent ?? []

/** Lists the caller's passes, which may have expired. `given` is from a gift link. */
export const listPasses = (
  unlocks: readonly Unlock[],
  given: StoryPass | null,
): readonly StoryPass[] => [...unlocks.map(toStoryPass), ...(given ? [given] : [])]

/**
 * Sets the meter. The cookie still counts the stories that this browser's guests have unlocked, so logging in and out
 * doesn't make them free again. Without `spentByAddress`, the cookie keeps its list for this reader's address.
 */
export async function setMeter(
  deps: SetterDeps,
  { owner, unlocks, spentByAddress }: Pick<MeterCookie, 'owner' | 'unlocks'> & Partial<MeterCookie>,
): Promise<void> {
  const now = deps.now()
  const before = await readCookie(deps)
  const isMoved = owner.kind === 'reader' && before?.owner.kind === 'guest'
  const spent = [...(before?.spent ?? []), ...(isMoved ? before.unlocks : [])]
  const byAddress = before?.owner.id === owner.id ? before.spentByAddress : []
  const meter = {
    owner,
    unlocks: listCurrentUnlocks(unlocks, now),
    spent: listCurrentSpent(spent, now),
    spentByAddress: listCurrentSpent(spentByAddress ?? byAddress, now),
  }
  deps.setCookies([createMeterCookie(await deps.tokens.issueMeter(meter, now))])
}

/** Sets a meter for a guest without one. An unlock needs a meter, so callers without cookies can't unlock stories. */
export const setNewGuestMeter = (deps: SetterDeps) =>
  setMeter(deps, { owner: { kind: 'guest', id: crypto.randomUUID() }, unlocks: [] })

/**
 * Updates the meter whenever the record is read anyway: adds unlocks from other devices, and drops those that no longer
 * count because the address has been confirmed.
 */
export async function refreshReaderMeter(
  deps: SetterDeps,
  uid: string,
  { unlocks, emailVerified }: Pick<Reader, 'unlocks' | 'emailVerified'>,
): Promise<void> {
  const meter = await readMeter(deps, uid)
  if (meter?.owner.kind !== 'reader') return
  await setMeter(deps, {
    owner: meter.owner,
    unlocks: mergeUnlocks(meter.unlocks, unlocks, deps.now()),
    spentByAddress: emailVerified ? listConfirmed(meter.spentByAddress) : meter.spentByAddress,
  })
}

/**
 * Removes a reader's meter at the end of a session, because the device's next user mustn't see what this reader has
 * read. The stories that this browser's guests have unlocked still count.
 */
export async function removeReaderMeter(deps: SetterDeps): Promise<void> {
  if (readMeterCookie(deps.request) === undefined) return
  const meter = await readCookie(deps)
  if (meter?.owner.kind === 'guest') return
  if (meter && listCurrentSpent(meter.spent, deps.now()).length > 0) await setNewGuestMeter(deps)
  else deps.setCookies([createMeterCookie(null)])
}
