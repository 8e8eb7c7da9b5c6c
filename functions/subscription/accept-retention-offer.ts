import { type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import { transition } from '../../src/domain/subscription/transition.ts'
import {
  type ChangeFailure,
  type ChangeResult,
  changeSubscription,
  commitChange,
  decideChange,
} from './change-subscription.ts'
import { createFreeMonthWrites, type FreeMonth, readFreeMonth } from './free-month.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

/** Asks PayPal who pays. Once in twelve months for each account and each payer, also if both ask at once. */
export const acceptRetentionOffer = (
  deps: SubscriptionDeps,
  uid: string,
): Promise<Result<ChangeResult, ChangeFailure>> =>
  changeSubscription(deps.firestore, uid, { by: 'reader' }, async (loaded) => {
    const freeMonth = await loadFreeMonth(deps, loaded.record)
    if (!freeMonth.ok) return freeMonth
    const event = { kind: 'acceptOffer', takenAt: freeMonth.value?.takenAt ?? null } as const
    const decision = decideChange(loaded, event, deps.now())
    const writes = createFreeMonthWrites(freeMonth.value, { takenAt: decision.at }, decision.at)
    return commitChange(deps.firestore, decision, writes)
  })

/** Null if the offer isn't possible, so that PayPal needn't be asked, or if PayPal hasn't said who pays. */
async function loadFreeMonth(
  { firestore, paypal, now }: SubscriptionDeps,
  record: SubscriptionRecord | null,
): Promise<Result<FreeMonth | null, ChangeFailure>> {
  const { provider } = record?.subscription ?? {}
  if (!provider || !transition(record, { kind: 'acceptOffer' }, now()).ok) return succeed(null)
  const found = await paypal.find(provider)
  return found.ok ? readFreeMonth(firestore, found.value.payer) : found
}
