import { type Result, succeed } from '../../src/domain/result.ts'
import { transition } from '../../src/domain/subscription/transition.ts'
import { type ChangeFailure, type ChangeResult, changeSubscription } from './change-subscription.ts'
import { type FreeMonth, readFreeMonth } from './free-month.ts'
import type { SubscriptionDeps } from './sync-from-provider.ts'

/** Asks PayPal who pays. Once in twelve months for each account and each payer, also if both ask at once. */
export async function acceptOffer(
  { firestore, paypal, now }: SubscriptionDeps,
  uid: string,
): Promise<Result<ChangeResult, ChangeFailure>> {
  let freeMonth: FreeMonth | null = null
  return changeSubscription({
    firestore,
    uid,
    by: 'reader',
    now,
    async event(record) {
      freeMonth = null
      const provider = record?.subscription?.provider
      if (!provider || !transition(record, { kind: 'acceptOffer' }, now()).ok)
        return succeed({ kind: 'acceptOffer' })
      const found = await paypal.find(provider)
      if (!found.ok) return found
      const read = await readFreeMonth(firestore, found.value.payer)
      if (!read.ok) return read
      freeMonth = read.value
      return succeed({ kind: 'acceptOffer', takenAt: read.value.takenAt })
    },
    extraWrites: async (_, at) => succeed(freeMonth?.createWrites(at) ?? []),
  })
}
