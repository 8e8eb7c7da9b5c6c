/** Loads PayPal's state of a subscription, and everything else that the decision about it depends on. */
import { minute } from '../../src/domain/duration.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { isMuchLater } from '../../src/domain/subscription/due-dates.ts'
import { isSamePayment } from '../../src/domain/subscription/payments.ts'
import type {
  PayPalPayment,
  PayPalSubscription,
} from '../../src/domain/subscription/paypal-subscription.ts'
import type { PlanId } from '../../src/domain/subscription/plan.ts'
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
import type { EventOf } from '../../src/domain/subscription/subscription-event.ts'
import type { PayPal, PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import type { ChangeFailure } from './change-subscription.ts'
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

/** PayPal is called after the record was read, so that its state is newer. */
export async function loadPayPalState(
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

/** Milliseconds before the last known payment, because PayPal's list may differ by a moment. */
const listMargin = minute

/**
 * Loads payments since the last known one if PayPal's state indicates any: a new payment, or a date that has moved
 * without one. Costs a call to PayPal in that case.
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

/** Returns what was sold; null if the sold plan is unknown. `stored` is from the checkout. */
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
 * Returns what was sold, at the lowest price that PayPal's plan is known to have had, and the minimum of a full payment
 * in minor units. Both are null if unknown. Costs a call to PayPal if an amount is lower.
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
