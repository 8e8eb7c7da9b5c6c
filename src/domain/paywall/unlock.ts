/** The unlocks of a guest or reader, and those that the meter still allows. Doesn't use zod. */

import { meterAllowance, meterDays } from '../../publication/meter.ts'
import type { MeterAllowance } from '../../publication/publication-data.ts'

export const unlockWays = ['free', 'email', 'referred'] as const
export type UnlockWay = (typeof unlockWays)[number]

export type Unlock = {
  readonly slug: string
  readonly way: UnlockWay
  readonly at: Date
}

/**
 * A guest's unlock that has been moved to an account. It grants no access, but still counts for this browser's guests.
 */
export type SpentUnlock = Pick<Unlock, 'way' | 'at'> & {
  /**
   * Set for another account that hasn't confirmed the address either: its unlock stops counting when the reader
   * confirms the address.
   */
  readonly isUnconfirmed?: boolean
}

/** Grants access to one story until a time. Links that readers give are passes too, but don't count as unlocks. */
export type StoryPass = {
  readonly slug: string
  readonly way: UnlockWay | 'gift'
  readonly until: Date
}

/** The lifetime in milliseconds. */
const lifetime = meterDays * 24 * 60 * 60 * 1000

/**
 * The maximum number stored for a cookie or account: more than any allowance, so that evicting unlocks never makes a
 * story free.
 */
export const maxUnlocks = 16

/** The maximum number in a cookie: more than all of a guest's allowances. */
export const maxSpent = 8

/** The meter doesn't count a story unlocked by a friend's link. */
export const isCounted = ({ way }: Pick<Unlock, 'way'>) => way !== 'referred'

export const getUnlockEnd = ({ at }: Pick<Unlock, 'at'>) => new Date(at.getTime() + lifetime)

export const toStoryPass = ({ slug, way, at }: Unlock): StoryPass => ({
  slug,
  way,
  until: getUnlockEnd({ at }),
})

/** Sorts counted unlocks first, and then the latest: the order in which they are kept. */
const compareForEviction = (one: Unlock, other: Unlock) =>
  Number(isCounted(other)) - Number(isCounted(one)) || other.at.getTime() - one.at.getTime()

/**
 * Returns the current unlocks in both lists, one per story. The longest one counts, and a story counted by the meter in
 * either stays counted.
 */
export function mergeUnlocks(
  some: readonly Unlock[],
  others: readonly Unlock[],
  now: Date,
): readonly Unlock[] {
  const bySlug = new Map<string, Unlock>()
  for (const unlock of [...some, ...others]) {
    if (getUnlockEnd(unlock) <= now) continue
    const known = bySlug.get(unlock.slug)
    if (!known) {
      bySlug.set(unlock.slug, unlock)
      continue
    }
    const at = new Date(Math.max(known.at.getTime(), unlock.at.getTime()))
    const rank = Math.min(unlockWays.indexOf(known.way), unlockWays.indexOf(unlock.way))
    bySlug.set(unlock.slug, { slug: unlock.slug, way: unlockWays[rank]!, at })
  }
  return [...bySlug.values()].sort(compareForEviction).slice(0, maxUnlocks)
}

export const listCurrentUnlocks = (unlocks: readonly Unlock[], now: Date) =>
  mergeUnlocks(unlocks, [], now)

/** Returns the latest spent unlocks, without the stories that they unlocked. */
export const listCurrentSpent = (
  spent: readonly SpentUnlock[],
  now: Date,
): readonly SpentUnlock[] =>
  spent
    .filter((unlock) => getUnlockEnd(unlock) > now)
    .map(({ way, at, isUnconfirmed }) => ({ way, at, ...(isUnconfirmed && { isUnconfirmed }) }))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, maxSpent)

/** `used` is never more than `allowance`. An allowance of 0 turns the option off. */
export type Count = { readonly used: number; readonly allowance: number }

export type CountedUnlocks = {
  readonly unlocks: readonly Unlock[]
  /** Counts for guests only. */
  readonly spent?: readonly SpentUnlock[] | undefined
  /** Unlocks by other accounts with the same address, such as a deleted account. They count for accounts only. */
  readonly spentByAddress?: readonly SpentUnlock[] | undefined
}

export type MeterCounts = Readonly<Record<UnlockWay, Count>>

const count = (used: number, allowance: number): Count => ({
  used: Math.min(used, allowance),
  allowance,
})

/**
 * Counts each of a guest's unlock options separately. An account has only free stories, which include those that its
 * reader unlocked as a guest, except by a friend's link.
 */
export function countUnlocks(
  { unlocks, spent = [], spentByAddress = [] }: CountedUnlocks,
  kind: 'guest' | 'reader',
  now: Date,
  allowance: MeterAllowance = meterAllowance,
): MeterCounts {
  const current = listCurrentUnlocks(unlocks, now)
  if (kind === 'reader') {
    const used = current.filter(isCounted).length + listCurrentSpent(spentByAddress, now).length
    const free = count(used, allowance.registered)
    return { free, email: count(0, 0), referred: count(0, 0) }
  }
  const used = [...current, ...listCurrentSpent(spent, now)]
  const countWay = (way: UnlockWay, max: number) =>
    count(used.filter((unlock) => unlock.way === way).length, max)
  return {
    free: countWay('free', allowance.guest),
    email: countWay('email', allowance.email),
    referred: countWay('referred', allowance.referred),
  }
}

export const listConfirmed = (spent: readonly SpentUnlock[]) =>
  spent.filter(({ isUnconfirmed }) => !isUnconfirmed)

export const isLeft = ({ used, allowance }: Count) => used < allowance
