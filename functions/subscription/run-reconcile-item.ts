import { fail } from '../../src/domain/result.ts'
import { type ItemOutcome, nothingLeft } from '../outbox/outbox-writes.ts'
import { findCurrentRecord } from './change-subscription.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'
import { reconcileWithPayPal } from './sync-from-paypal.ts'

export async function runReconcileItem(
  deps: SubscriptionDeps,
  { uid }: { readonly uid: string },
): Promise<ItemOutcome> {
  const found = await findCurrentRecord(deps, uid)
  if (!found.ok) return found
  if (!found.value || found.value.record.isReconciled) return nothingLeft
  const reconciled = await reconcileWithPayPal(deps, found.value.uid, found.value.record)
  if (!reconciled.ok) return reconciled
  const isReconciled = reconciled.value?.record?.isReconciled ?? true
  return isReconciled ? nothingLeft : fail({ kind: 'notReconciled' })
}
