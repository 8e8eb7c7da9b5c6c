/** Finds what was sold, and the least that PayPal may charge for it. */
import { type Result, succeed } from '../../src/domain/result.ts'
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
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import type { ChangeFailure } from './change-subscription.ts'

/** `stored`: of its checkout. Null if nobody knows what was sold. */
export function findSold(
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
export async function compareWithSold(
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
export function createUnderpaidWrites(
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
