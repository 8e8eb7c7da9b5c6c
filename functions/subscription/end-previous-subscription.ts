/** Returns the record afterwards. */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import { applySubscriptionEvent, type ChangeFailure } from './change-subscription.ts'
import { reconcileProvider, type SubscriptionDeps } from './sync-from-provider.ts'

export async function endPreviousSubscription(
  deps: SubscriptionDeps,
  uid: string,
  record: SubscriptionRecord | null,
): Promise<Result<void, ChangeFailure>> {
  if (!record?.subscription) return succeed(undefined)
  const updated = await applySubscriptionEvent(deps, uid, 'cron', { kind: 'timePassed' })
  if (!updated.ok) return updated
  if (!updated.value.record || updated.value.record.isReconciled) return succeed(undefined)
  const reconciled = await reconcileProvider(deps, uid, updated.value.record)
  if (!reconciled.ok) return reconciled
  return reconciled.value?.record?.isReconciled ? succeed(undefined) : fail({ kind: 'conflict' })
}
