/** Loads what the next state of a subscription depends on besides its record. Each function costs what it says. */
import { minute } from '../../src/domain/duration.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { isMuchLater } from '../../src/domain/subscription/due-dates.ts'
import type { PayPalPayment } from '../../src/domain/subscription/paypal-subscription.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { EventOf, PlanChange } from '../../src/domain/subscription/subscription-event.ts'
import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import type { ChangeFailure } from './change-subscription.ts'
import { type Comparison, compareWithSold, findSold } from './compare-with-sold.ts'
import { readFreeMonth } from './free-month.ts'
import type { Checkout } from './stored-checkout.ts'
import { readStudentAddress, type StudentAddress } from './student-address.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

export type SyncedCheckout = Pick<Checkout, 'uid' | 'plan'> &
  Partial<Pick<Checkout, 'sold' | 'student' | 'trialEndsAt' | 'expiresAt' | 'planChange'>>

export type LoadedState = {
  readonly found: PayPalSubscriptionDetails
  readonly payments: readonly PayPalPayment[]
  readonly comparison: Comparison
  /** Null unless a student plan is about to start. */
  readonly studentAddress: StudentAddress | null
  /** When the payer of a subscription that is about to start last took the free month. */
  readonly offerTakenAt: Date | null
  readonly planChange: PlanChange | null
}

/** PayPal is asked after the record was read, so that its state is newer. */
export async function loadPayPalState(
  deps: SubscriptionDeps,
  checkout: SyncedCheckout,
  payPalSubscription: string,
  record: SubscriptionRecord | null,
): Promise<Result<LoadedState, ChangeFailure>> {
  const { firestore, paypal } = deps
  const subscription = record?.subscription ?? null
  const isStarting = subscription?.provider !== payPalSubscription
  const found = await paypal.find(payPalSubscription)
  if (!found.ok) return found
  const { payPalState, payer } = found.value
  const address = isStarting ? await loadStudentAddress(deps, checkout, payPalSubscription) : none
  if (!address.ok) return address
  const freeMonth = isStarting ? await readFreeMonth(firestore, payer) : none
  if (!freeMonth.ok) return freeMonth
  const planChange = isStarting ? await loadPlanChange(deps, checkout, record) : none
  if (!planChange.ok) return planChange
  const payments = await loadNewPayments(deps, record, found.value)
  if (!payments.ok) return payments
  const sold = findSold(checkout.sold ?? null, subscription, payPalState)
  const comparison = await compareWithSold(paypal, checkout.plan, sold, payPalState, payments.value)
  if (!comparison.ok) return comparison
  return succeed({
    found: found.value,
    payments: payments.value,
    comparison: comparison.value,
    studentAddress: address.value,
    offerTakenAt: freeMonth.value?.takenAt ?? null,
    planChange: planChange.value,
  })
}

const none = succeed(null)

export const createSyncEvent = (
  { plan, trialEndsAt = null, expiresAt = null }: SyncedCheckout,
  { found, payments, comparison, studentAddress, offerTakenAt, planChange }: LoadedState,
  isOwnStatus: boolean,
): EventOf<'providerSynced'> => ({
  kind: 'providerSynced',
  payPalState: found.payPalState,
  payments,
  plan,
  ...comparison,
  trialEndsAt,
  isNew: expiresAt !== null,
  isRefused: studentAddress?.isInUse ?? false,
  planChange,
  isOwnStatus,
  offerTakenAt,
})

async function loadStudentAddress(
  { firestore }: SubscriptionDeps,
  { uid, student = null, planChange }: SyncedCheckout,
  payPalSubscription: string,
): Promise<Result<StudentAddress | null, ChangeFailure>> {
  if (!student) return none
  const from = planChange?.from ?? null
  return readStudentAddress(firestore, student, { uid, provider: payPalSubscription, from })
}

/** Null for a checkout that doesn't change a plan. PayPal's state of the current subscription is read. */
async function loadPlanChange(
  { paypal }: SubscriptionDeps,
  { planChange }: SyncedCheckout,
  record: SubscriptionRecord | null,
): Promise<Result<PlanChange | null, ChangeFailure>> {
  if (!planChange) return none
  if (record?.subscription?.provider !== planChange.from)
    return succeed({ ...planChange, currentState: null })
  const current = await paypal.find(planChange.from)
  if (!current.ok) return current
  return succeed({ ...planChange, currentState: current.value.payPalState })
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
