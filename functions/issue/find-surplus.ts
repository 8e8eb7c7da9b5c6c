/** Finds the recent addresses of a frozen audience that one person may have made, above the limits. */
import { getMaxRecentPerDomain, maxRecentPerInbox } from '../../src/domain/issue/audience.ts'
import type { Drops } from '../../src/domain/issue/chunk-outcomes.ts'
import type { Sending } from '../../src/domain/issue/sending.ts'
import type { RecipientKeys } from './recipient-keys.ts'
import { countUpTo, type SendingStorage } from './sending-records.ts'

/** Call it once for each recipient: it counts those who get the issue. */
export function findSurplus(
  storage: SendingStorage,
  { recipients }: Sending,
  keys: readonly RecipientKeys[],
): Drops {
  const maxPerDomain = getMaxRecentPerDomain(recipients)
  const isWithinLimits = ({ inbox, soleOwnerDomain }: RecipientKeys) =>
    soleOwnerDomain === null
      ? countUpTo(storage, `recent ${inbox}`, maxRecentPerInbox)
      : countUpTo(storage, `recent ${soleOwnerDomain}`, maxPerDomain)
  return keys.flatMap((recipient, position) =>
    recipient.origin !== 'recent' || isWithinLimits(recipient) ? [] : [[position, 'surplus']],
  )
}
