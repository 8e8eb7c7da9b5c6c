/** Stores PayPal's state of a subscription: loads, decides and commits. */
import { minute } from '../../src/domain/duration.ts'
import { getFirstPaymentPath } from '../../src/domain/outbox/outbox-item.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { reconciliationPath } from '../../src/domain/subscription/reconciliation-record.ts'
import { isEndedUnderpaid } from '../../src/domain/subscription/record-change.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import { createOutboxWrite, endDeletedAccountPurchase } from '../outbox/outbox-writes.ts'
import type { Firestore, Write } from '../platform/adapters/firestore.ts'
import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import {
  type ChangeFailure,
  type ChangeResult,
  type ChangeSource,
  changeSubscription,
  commitChange,
  type Decision,
  decideChange,
} from './change-subscription.ts'
import { type LoadedState, loadPayPalState, type SyncedCheckout } from './load-paypal-state.ts'
import { createCreditWrites, createPayerWrites } from './payment-effects.ts'
import { createPaymentWrites } from './stored-checkout.ts'
import { createHoldWrite } from './student-address.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

const none = succeed(null)

/** Null if PayPal wasn't called, because the event had already been processed. */
export type SyncResult = ChangeResult & { readonly found: PayPalSubscriptionDetails | null }

/** `isOwnStatus`: the Worker has just set the status at PayPal. */
export type SyncSource = ChangeSource & { readonly isOwnStatus?: boolean }

export async function recordPayPalState(
  deps: SubscriptionDeps,
  checkout: SyncedCheckout,
  payPalSubscription: string,
  source: SyncSource,
): Promise<Result<SyncResult, ChangeFailure>> {
  const { firestore, now } = deps
  const { isOwnStatus = false } = source
  const changed = await changeSubscription(firestore, checkout.uid, source, async (loaded) => {
    const { record } = loaded
    const state = await loadPayPalState(deps, checkout, payPalSubscription, record, isOwnStatus)
    if (!state.ok) return state
    const decision = decideChange(loaded, state.value.event, now())
    const writes = await createSyncWrites(firestore, decision, state.value)
    if (!writes.ok) return writes
    const committed = await commitChange(firestore, decision, writes.value)
    return committed.ok ? succeed({ ...committed.value, found: state.value.found }) : committed
  })
  if (!changed.ok) return changed
  const result = { found: null, ...changed.value }
  const followed = await storeFollowUp(deps, checkout.uid, payPalSubscription, result)
  return followed.ok ? succeed(result) : followed
}

/** Loads what is needed to record the payments, the payer and the student address in the same commit. */
async function createSyncWrites(
  firestore: Firestore,
  { loaded, change, at }: Decision,
  { found, studentAddress }: LoadedState,
): Promise<Result<readonly Write[], ChangeFailure>> {
  if (!change) return succeed([])
  const { uid, record } = loaded
  const { id } = found.payPalState
  const credit = await createCreditWrites(firestore, uid, record, change, at)
  if (!credit.ok) return credit
  const payer = await createPayerWrites(firestore, found, change.settlements)
  if (!payer.ok) return payer
  const isConfirmed =
    change.surplus !== null ||
    change.emails.some((email) => email === 'started' || email === 'planChanged')
  const payment = isConfirmed ? await createPaymentWrites(firestore, id, change, at) : succeed([])
  if (!payment.ok) return payment
  const isHeld = isConfirmed && studentAddress && !change.surplus
  return succeed([
    ...payment.value,
    ...credit.value,
    ...payer.value,
    ...createUnderpaidWrites(record, change, at),
    ...(isHeld ? [createHoldWrite(studentAddress, { uid, provider: id, at })] : []),
  ])
}

/** PayPal collects most first payments within minutes. */
const firstCheckDelay = 5 * minute

/** Ends a deleted account's purchase, and schedules a check of an unpaid one, whatever the browser and PayPal send. */
async function storeFollowUp(
  deps: SubscriptionDeps,
  uid: string,
  payPalSubscription: string,
  { ignored, found }: SyncResult,
): Promise<Result<unknown, ChangeFailure>> {
  if (ignored === 'accountDeleted') return endDeletedAccountPurchase(deps, payPalSubscription)
  if (ignored !== 'unpaid' || found?.payPalState.status !== 'ACTIVE') return none
  const at = deps.now()
  const check = { kind: 'firstPayment', uid, provider: payPalSubscription } as const
  const dueAt = new Date(at.getTime() + firstCheckDelay)
  const write = createOutboxWrite(getFirstPaymentPath(payPalSubscription), check, at, dueAt)
  const written = await deps.firestore.commit([{ ...write, ifExists: false }])
  return written.ok || written.failure.kind === 'conflict' ? none : written
}

/** For some days, the site's health reports that a subscriber was charged too little. */
function createUnderpaidWrites(
  before: SubscriptionRecord | null,
  { record: { subscription }, surplus }: Transition,
  at: Date,
): readonly Write[] {
  const wasUnderpaid = before?.subscription && isEndedUnderpaid(before.subscription)
  const isEnded = !wasUnderpaid && subscription && isEndedUnderpaid(subscription)
  return isEnded || surplus?.reason === 'underpaid'
    ? [{ set: reconciliationPath, fields: { lastUnderpaidAt: at }, merge: true }]
    : []
}
