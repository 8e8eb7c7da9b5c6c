/** The unlocks by one network's callers on one day, stored by a Durable Object. */
import { networkAccountsPerDay, networkUnlocksPerDay } from '../../src/domain/paywall/allowance.ts'
import {
  countUnlocks,
  isLeft,
  mergeUnlocks,
  type SpentUnlock,
  type Unlock,
} from '../../src/domain/paywall/unlock.ts'
import type { MeterOwner } from '../identity/session-tokens.ts'

export type NetworkRequest = {
  readonly owner: MeterOwner
  readonly unlock: Unlock
  /** Unlocks in the caller's cookie or record. Unlocks in another tab may be missing. */
  readonly known: readonly Unlock[]
  /** Unlocks by this browser's guests. */
  readonly spent?: readonly SpentUnlock[]
  /** The number of networks whose limits these callers share. Defaults to 1. */
  readonly networks?: number
  /** Whether only the answer is needed and nothing is recorded. */
  readonly isTrial?: boolean
}

export type NetworkAnswer = {
  readonly state: 'unlocked' | 'usedUp' | 'limit'
  /** All known unlocks by this caller. */
  readonly unlocks: readonly Unlock[]
}

export type NetworkStorage = {
  get<Value>(key: string): Value | undefined
  put<Value>(key: string, value: Value): void
}

const countKey = 'count'
const accountsKey = 'accounts'

/** Records unlocks without interruption, so that simultaneous calls can't both use the last story. Safe to repeat. */
export function recordOnNetwork(
  storage: NetworkStorage,
  { owner, unlock, known, spent, networks = 1, isTrial = false }: NetworkRequest,
): NetworkAnswer {
  const now = unlock.at
  const key = `${owner.kind} ${owner.id}`
  const own = storage.get<readonly Unlock[]>(key) ?? []
  const unlocks = mergeUnlocks(known, own, now)
  if (unlocks.some(({ slug }) => slug === unlock.slug)) return { state: 'unlocked', unlocks }
  // An account's remaining unlocks depend on the reader's record.
  if (
    owner.kind === 'guest' &&
    !isLeft(countUnlocks({ unlocks, spent }, 'guest', now)[unlock.way])
  ) {
    return { state: 'usedUp', unlocks }
  }
  const count = storage.get<number>(countKey) ?? 0
  if (count >= networks * networkUnlocksPerDay) return { state: 'limit', unlocks }
  const accounts = storage.get<number>(accountsKey) ?? 0
  const isNewAccount = owner.kind === 'reader' && own.length === 0
  if (isNewAccount && accounts >= networks * networkAccountsPerDay) {
    return { state: 'limit', unlocks }
  }
  if (isTrial) return { state: 'unlocked', unlocks }
  if (isNewAccount) storage.put(accountsKey, accounts + 1)
  storage.put(countKey, count + 1)
  storage.put(key, [...own, unlock])
  return { state: 'unlocked', unlocks: mergeUnlocks(unlocks, [unlock], now) }
}
