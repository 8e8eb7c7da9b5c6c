/**
 * Keeps our record in sync with PayPal in separate steps: PayPal's state is stored (`recordPayPalState`), the desired
 * state is set at PayPal, and PayPal's new state is stored. Each step can be repeated.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { getDesiredStatus, isEndedAtPayPal } from '../../src/domain/subscription/desired-status.ts'
import type {
  DesiredStatus,
  PayPalSubscription,
} from '../../src/domain/subscription/paypal-subscription.ts'
import type {
  Subscription,
  SubscriptionRecord,
} from '../../src/domain/subscription/subscription.ts'
import { type ItemOutcome, nothingLeft } from '../outbox/outbox-writes.ts'
import { type ChangeFailure, type ChangeResult, findCurrentRecord } from './change-subscription.ts'
import type { SyncedCheckout } from './load-paypal-state.ts'
import { recordPayPalState, type SyncResult, type SyncSource } from './record-paypal-state.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

/** A purchase that follows another subscription is stored once the earlier subscription is settled. */
export async function syncFromPayPal(
  deps: SubscriptionDeps,
  checkout: SyncedCheckout,
  payPalSubscription: string,
  source: SyncSource,
): Promise<Result<SyncResult, ChangeFailure>> {
  const stored = await recordPayPalState(deps, checkout, payPalSubscription, source)
  if (!stored.ok || stored.value.ignored !== 'unfinished' || !stored.value.record) return stored
  const settled = await settlePrevious(deps, checkout, stored.value.record)
  if (!settled.ok) return settled
  const again = await recordPayPalState(deps, checkout, payPalSubscription, source)
  return again.ok && again.value.ignored === 'unfinished' ? fail({ kind: 'conflict' }) : again
}

/** Settles the previous subscription, which must not continue at PayPal or, if its plan changes, must be up to date. */
function settlePrevious(
  deps: SubscriptionDeps,
  { uid, planChange }: SyncedCheckout,
  record: SubscriptionRecord,
): Promise<Result<unknown, ChangeFailure>> {
  const { subscription } = record
  return planChange && subscription
    ? recordPayPalState(deps, { uid, plan: subscription.plan }, planChange.from, { by: 'cron' })
    : reconcileWithPayPal(deps, uid, record)
}

/** Sets the desired status at PayPal, and stores PayPal's state. Null if PayPal decides the status. */
export async function reconcileWithPayPal(
  deps: SubscriptionDeps,
  uid: string,
  record: SubscriptionRecord,
): Promise<Result<ChangeResult | null, ChangeFailure>> {
  const { subscription } = record
  const desiredStatus = getDesiredStatus(record)
  if (!subscription || !desiredStatus) return succeed(null)
  const { provider: payPalSubscription, plan } = subscription
  // PayPal refuses a change that was already made.
  const found = await deps.paypal.find(payPalSubscription)
  if (!found.ok) return found
  const { status } = found.value.payPalState
  const isOwnStatus = status !== desiredStatus && !isEndedAtPayPal(status)
  const statusChange = isOwnStatus
    ? await setDesiredStatus(deps, subscription, desiredStatus, found.value.payPalState)
    : succeed(null)
  // PayPal may have changed the subscription even if its response was lost.
  const source = { by: 'cron', isOwnStatus } as const
  const stored = await recordPayPalState(deps, { uid, plan }, payPalSubscription, source)
  return statusChange.ok ? stored : statusChange
}

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

/**
 * Clears the balance that PayPal may have accumulated for skipped dates, which isn't due. The balance of a failed
 * payment is due.
 */
async function setDesiredStatus(
  { paypal }: SubscriptionDeps,
  { provider, state, hasSkipped }: Subscription,
  desiredStatus: DesiredStatus,
  { outstandingMinorUnits, failedPayments }: PayPalSubscription,
): Promise<Result<unknown, ChangeFailure>> {
  const isSkipped = hasSkipped && failedPayments === 0 && outstandingMinorUnits > 0
  if (desiredStatus === 'ACTIVE' && isSkipped) {
    const cleared = await paypal.clearBalance(provider)
    // If PayPal charges the balance, the excess is refunded.
    if (!cleared.ok && cleared.failure.kind !== 'refused') return cleared
  }
  const reason = `The reader's subscription: ${state}`
  const changed = await paypal.setStatus(provider, desiredStatus, reason)
  return changed.ok || changed.failure.kind === 'refused' ? succeed(null) : changed
}
