/** Loads what the next state of a subscription depends on besides its record. Each function costs what it says. */
import { minute } from '../../src/domain/duration.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { isMuchLater } from '../../src/domain/subscription/due-dates.ts'
import type { PayPalPayment } from '../../src/domain/subscription/paypal-subscription.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { EventOf, PlanChange } from '../../src/domain/subscription/subscription-event.ts'
import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import type { ChangeFailure } from './change-subscription.ts'
import { compareWithSold, findSold } from './compare-with-sold.ts'
import { readFreeMonth } from './free-month.ts'
import type { Checkout } from './stored-checkout.ts'
import { readStudentAddress, type StudentAddress } from './student-address.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

export type SyncedCheckout = Pick<Checkout, 'uid' | 'plan'> &
  Partial<Pick<Checkout, 'sold' | 'student' | 'trialEndsAt' | 'expiresAt' | 'planChange'>>

export type LoadedState = {
  readonly event: EventOf<'providerSynced'>
  readonly found: PayPalSubscriptionDetails
  /** Null unless a student plan is about to start. */
  readonly studentAddress: StudentAddress | null
}

const none = succeed(null)

/** PayPal is asked after the record was read, so that its state is newer. */
export async function loadPayPalState(
  deps: SubscriptionDeps,
  checkout: SyncedCheckout,
  provider: string,
  record: SubscriptionRecord | null,
  isOwnStatus: boolean,
): Promise<Result<LoadedState, ChangeFailure>> {
  const { plan, trialEndsAt = null, expiresAt = null } = checkout
  const subscription = record?.subscription ?? null
  const isStarting = subscription?.provider !== provider
  const found = await deps.paypal.find(provider)
  if (!found.ok) return found
  const { payPalState, payer } = found.value
  const address = isStarting ? await loadStudentAddress(deps, checkout, provider) : none
  if (!address.ok) return address
  const freeMonth = isStarting ? await readFreeMonth(deps.firestore, payer) : none
  if (!freeMonth.ok) return freeMonth
  const planChange = isStarting ? await loadPlanChange(deps, checkout, record) : none
  if (!planChange.ok) return planChange
  const listed = await loadNewPayments(deps, record, found.value)
  if (!listed.ok) return listed
  const payments = listed.value
  const sold = findSold(checkout.sold ?? null, subscription, payPalState)
  const comparison = await compareWithSold(deps.paypal, plan, sold, payPalState, payments)
  if (!comparison.ok) return comparison
  const event: EventOf<'providerSynced'> = {
    ...{ kind: 'providerSynced', payPalState, payments, plan, trialEndsAt, isOwnStatus },
    ...comparison.value,
    isNew: expiresAt !== null,
    isRefused: address.value?.isInUse ?? false,
    planChange: planChange.value,
    retentionOfferTakenAt: freeMonth.value?.takenAt ?? null,
  }
  return succeed({ event, found: found.value, studentAddress: address.value })
}

async function loadStudentAddress(
  { firestore }: SubscriptionDeps,
  { uid, student = null, planChange }: SyncedCheckout,
  provider: string,
): Promise<Result<StudentAddress | null, ChangeFailure>> {
  if (!student) return none
  const from = planChange?.from ?? null
  return readStudentAddress(firestore, student, { uid, provider, from })
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
