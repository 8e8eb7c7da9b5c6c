/**
 * `unlockAddresses/{hash}` of an account's address lists what accounts with this address have unlocked in the last 30
 * days, so that deleting an account, or adding “+2” to its address, makes no story free again. The record contains no
 * address, account or story, only HMACs and times. It's written with each unlock rather than with the deletion, which
 * removes everything it can find.
 */
import { z } from 'zod'
import {
  getUnlockEnd,
  isCounted,
  maxUnlocks,
  type SpentUnlock,
  type Unlock,
} from '../../src/domain/paywall/unlock.ts'
import { normaliseAddress } from '../../src/domain/referral/self-referral.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Deps } from '../identity/edge-context.ts'
import {
  createSafeWrite,
  type FirestoreFailure,
  type Write,
} from '../platform/adapters/firestore.ts'
import { createAddressPath } from './unlock-address.ts'

const spentSchema = z.object({
  spent: z.array(
    z.object({
      account: z.string(),
      at: z.date(),
      /** Whether the account's address was confirmed. Anyone can create an account with a stranger's address. */
      isConfirmed: z.boolean(),
    }),
  ),
})

type Entry = z.infer<typeof spentSchema>['spent'][number]

export type AddressAccount = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
}

export type SpentByAddress = {
  /** Unlocks by other accounts. Those by unconfirmed accounts count only for unconfirmed accounts. */
  readonly spent: readonly SpentUnlock[]
  /** Creates the write that stores these unlocks of the account. */
  createWrite(unlocks: readonly Unlock[]): Write
}

/** Sorts confirmed accounts' entries first, and the latest entries first within each group. */
const compareEntries = (one: Entry, other: Entry) =>
  Number(other.isConfirmed) - Number(one.isConfirmed) || other.at.getTime() - one.at.getTime()

/** Costs a database read. */
export async function readSpentByAddress(
  { firestore, tokens, now }: Pick<Deps, 'firestore' | 'tokens' | 'now'>,
  { uid, email, emailVerified: isConfirmed }: AddressAccount,
): Promise<Result<SpentByAddress, FirestoreFailure>> {
  const path = await createAddressPath(tokens, 'account', normaliseAddress(email))
  const account = await tokens.computeHash('spent account', uid)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const others = (spentSchema.safeParse(stored.value?.fields).data?.spent ?? []).filter(
    (entry) => entry.account !== account && getUnlockEnd(entry) > now(),
  )
  return succeed({
    spent: others
      .filter((entry) => entry.isConfirmed || !isConfirmed)
      .map((entry) => ({ way: 'free', at: entry.at, isUnconfirmed: !entry.isConfirmed })),
    createWrite(unlocks) {
      const own = unlocks.filter(isCounted).map(({ at }) => ({ account, at, isConfirmed }))
      const spent = [...own, ...others].sort(compareEntries).slice(0, maxUnlocks)
      const last = Math.max(...spent.map((entry) => getUnlockEnd(entry).getTime()))
      return createSafeWrite(path, stored.value?.updateTime, { spent, expiresAt: new Date(last) })
    },
  })
}
