/** Stores PayPal's state of a subscription: load, decide, commit. */
import { minute } from '../../src/domain/duration.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { isMuchLater } from '../../src/domain/subscription/due-dates.ts'
import { getFirstPaymentPath } from '../../src/domain/subscription/outbox-item.ts'
import { isSamePayment } from '../../src/domain/subscription/payments.ts'
import type {
  PayPalPayment,
  PayPalSubscription,
} from '../../src/domain/subscription/paypal-subscription.ts'
import type { PlanId } from '../../src/domain/subscription/plan.ts'
import { reconciliationPath } from '../../src/domain/subscription/reconciliation-record.ts'
import { isEndedUnderpaid } from '../../src/domain/subscription/record-change.ts'
import {
  getFullPrice,
  inferSold,
  isFull,
  lowerSold,
  type Sold,
} from '../../src/domain/subscription/sold.ts'
import type {
  Subscription,
  SubscriptionRecord,
} from '../../src/domain/subscription/subscription.ts'
import type { EventOf, Transition } from '../../src/domain/subscription/subscription-event.ts'
import { createOutboxWrite, endDeletedAccountPurchase } from '../outbox/outbox-writes.ts'
import type { Firestore, Write } from '../platform/adapters/firestore.ts'
import type { PayPal, PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import {
  type ChangeFailure,
  type ChangeResult,
  type ChangeSource,
  changeSubscription,
  commitChange,
  type Decision,
  decideChange,
} from './change-subscription.ts'
import { readFreeMonth } from './free-month.ts'
import { createCreditWrites, createPayerWrites } from './payment-effects.ts'
import { type Checkout, createPaymentWrites } from './stored-checkout.ts'
import { createHoldWrite, readStudentAddress, type StudentAddress } from './student-address.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

/** Null if PayPal wasn't called, because the event was processed before. */
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

/** Reads what the payments, the payer and the student address need to be remembered in the same commit. */
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

/** PayPal takes most first payments within minutes. */
const firstCheckDelay = 5 * minute

/** Ends a deleted account's purchase, and has an unpaid one looked at again, whatever the browser and PayPal send. */
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

export type SyncedCheckout = Pick<Checkout, 'uid' | 'plan'> &
  Partial<Pick<Checkout, 'sold' | 'student' | 'trialEndsAt' | 'expiresAt' | 'planChange'>>

type LoadedState = {
  readonly event: EventOf<'providerSynced'>
  readonly found: PayPalSubscriptionDetails
  /** Null unless a student plan is about to start. */
  readonly studentAddress: StudentAddress | null
}

const none = succeed(null)

/** PayPal is asked after the record was read, so that its state is newer. */
async function loadPayPalState(
  deps: SubscriptionDeps,
  checkout: SyncedCheckout,
  payPalSubscription: string,
  record: SubscriptionRecord | null,
  isOwnStatus: boolean,
): Promise<Result<LoadedState, ChangeFailure>> {
  const { uid, plan, student = null, trialEndsAt = null, expiresAt = null } = checkout
  const subscription = record?.subscription ?? null
  const isStarting = subscription?.provider !== payPalSubscription
  const found = await deps.paypal.find(payPalSubscription)
  if (!found.ok) return found
  const { payPalState, payer } = found.value
  const purchase = { uid, provider: payPalSubscription, from: checkout.planChange?.from ?? null }
  const address =
    isStarting && student ? await readStudentAddress(deps.firestore, student, purchase) : none
  if (!address.ok) return address
  const freeMonth = isStarting ? await readFreeMonth(deps.firestore, payer) : none
  if (!freeMonth.ok) return freeMonth
  const change = (isStarting && checkout.planChange) || null
  const isCurrent = change !== null && subscription?.provider === change.from
  const current = isCurrent ? await deps.paypal.find(change.from) : none
  if (!current.ok) return current
  const listed = await loadNewPayments(deps, record, found.value)
  if (!listed.ok) return listed
  const payments = listed.value
  const sold = findSold(checkout.sold ?? null, subscription, payPalState)
  const comparison = await compareWithSold(deps.paypal, plan, sold, payPalState, payments)
  if (!comparison.ok) return comparison
  const event: EventOf<'providerSynced'> = {
    kind: 'providerSynced',
    payPalState,
    payments,
    plan,
    trialEndsAt,
    isOwnStatus,
    ...comparison.value,
    isNew: expiresAt !== null,
    isRefused: address.value?.isInUse ?? false,
    planChange: change && { ...change, currentState: current.value?.payPalState ?? null },
    retentionOfferTakenAt: freeMonth.value?.takenAt ?? null,
  }
  return succeed({ event, found: found.value, studentAddress: address.value })
}

/** Milliseconds before the last payment seen, because PayPal's list may differ by a moment. */
const listMargin = minute

/**
 * The payments since the last one seen, if PayPal's state shows that there may be some: a new one, or a date that has moved
 * without one. Costs a call to PayPal then.
 */
async function loadNewPayments(
  { paypal, now }: SubscriptionDeps,
  record: SubscriptionRecord | null,
  { payPalState }: PayPalSubscriptionDetails,
): Promise<Result<readonly PayPalPayment[], ChangeFailure>> {
  const { subscription = null } = record ?? {}
  const { id, lastPaymentAt, nextBillingAt } = payPalState
  if (subscription?.provider !== id) return succeed([])
  const { seenPaymentAt, paidThrough } = subscription
  const isNew = lastPaymentAt !== null && !(seenPaymentAt && lastPaymentAt <= seenPaymentAt)
  if (!isNew && !isMuchLater(subscription, nextBillingAt) && now() < paidThrough) return succeed([])
  const from = seenPaymentAt ? new Date(seenPaymentAt.getTime() - listMargin) : new Date(0)
  const listed = await paypal.transactions(id, from, now())
  if (!listed.ok) return listed.failure.kind === 'notFound' ? succeed([]) : listed
  return succeed(
    listed.value
      .filter(({ status }) => status !== 'DECLINED')
      .map(({ at, gross, status }) => ({
        at,
        minorUnits: gross.minorUnits,
        isPending: status === 'PENDING',
        isRefunded: status === 'REFUNDED',
      })),
  )
}

/** `stored`: of its checkout. Null if nobody knows what was sold. */
function findSold(
  stored: Sold | null,
  subscription: Subscription | null,
  payPalState: PayPalSubscription,
): Sold | null {
  if (subscription?.provider !== payPalState.id) return stored
  if (subscription.sold) return subscription.sold
  const { plan, lastPaymentAt: countedAt } = subscription
  const { lastPaymentAt, lastPaymentMinorUnits } = payPalState
  if (!countedAt) return inferSold(plan, payPalState, null)
  const isCounted = lastPaymentAt !== null && isSamePayment(countedAt, lastPaymentAt)
  const isKnown = isCounted && lastPaymentMinorUnits !== null
  return isKnown ? inferSold(plan, payPalState, lastPaymentMinorUnits) : null
}

/**
 * Returns what was sold, at the lowest price that PayPal's plan has been seen to have, and the least that a full payment is
 * worth, in US cents. Both are null if unknown. Costs a call to PayPal if an amount is lower.
 */
async function compareWithSold(
  paypal: PayPal,
  plan: PlanId,
  sold: Sold | null,
  { nextMinorUnits, lastPaymentMinorUnits }: PayPalSubscription,
  payments: readonly PayPalPayment[],
): Promise<Result<{ sold: Sold | null; fullPrice: number | null }, ChangeFailure>> {
  if (!sold) return succeed({ sold, fullPrice: null })
  const fullPrice = getFullPrice(sold, plan)
  const amounts = [nextMinorUnits, lastPaymentMinorUnits, ...payments.map((one) => one.minorUnits)]
  if (amounts.every((amount) => isFull(amount, fullPrice))) return succeed({ sold, fullPrice })
  const ownPrice = await paypal.findPlanPrice(sold.planId)
  if (!ownPrice.ok)
    return ownPrice.failure.kind === 'notFound' ? succeed({ sold, fullPrice }) : ownPrice
  const lowered = ownPrice.value === null ? sold : lowerSold(sold, ownPrice.value)
  return succeed({ sold: lowered, fullPrice: getFullPrice(lowered, plan) })
}

/** Health shows for some days that somebody was charged too little. */
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
