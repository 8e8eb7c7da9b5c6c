import { fail } from '../../src/domain/result.ts'
import { type ItemOutcome, nothingLeft } from '../outbox/outbox-writes.ts'
import { findCurrentRecord } from './find-current-record.ts'
import { reconcileProvider, type SubscriptionDeps } from './sync-from-provider.ts'

export async function runReconcileItem(deps: SubscriptionDeps, uid: string): Promise<ItemOutcome> {
  const found = await findCurrentRecord(deps, uid)
  if (!found.ok) return found
  if (!found.value || found.value.record.isReconciled) return nothingLeft
  const reconciled = await reconcileProvider(deps, found.value.uid, found.value.record)
  if (!reconciled.ok) return reconciled
  const isReconciled = reconciled.value?.record?.isReconciled ?? true
  return isReconciled ? nothingLeft : fail({ kind: 'notReconciled' })
}
