/** The meter's state when an article's access is decided. Doesn't use zod. */

import { meterAllowance } from '../../publication/meter.ts'
import type { MeterAllowance } from '../../publication/publication-data.ts'
import {
  type Count,
  type CountedUnlocks,
  countUnlocks,
  isLeft,
  listConfirmed,
  type MeterCounts,
} from './unlock.ts'

export type MeterState = {
  readonly counts: MeterCounts
  /** The count that an account would have if this guest's unlocks were merged into it. */
  readonly registered: Count
  /** Whether nothing is left, but would be if this account's address were confirmed. */
  readonly opensByConfirming: boolean
  /** The name of the friend whose link led to this story; null without a link, empty if the friend has no name. */
  readonly friendName: string | null
  /** Whether the meter refuses callers who could be anyone, because of the day's limit or the bot check. */
  readonly isRefused: boolean
}

export function getMeterState(
  caller: CountedUnlocks & { readonly kind: 'guest' | 'reader' },
  story: Partial<Pick<MeterState, 'friendName' | 'isRefused'>>,
  now: Date,
  allowance: MeterAllowance = meterAllowance,
): MeterState {
  const { kind, spentByAddress = [] } = caller
  const counts = countUnlocks(caller, kind, now, allowance)
  const confirmed = { ...caller, spentByAddress: listConfirmed(spentByAddress) }
  return {
    counts,
    opensByConfirming:
      !isLeft(counts.free) &&
      kind === 'reader' &&
      isLeft(countUnlocks(confirmed, kind, now, allowance).free),
    registered: countUnlocks(caller, 'reader', now, allowance).free,
    friendName: null,
    isRefused: false,
    ...story,
  }
}
