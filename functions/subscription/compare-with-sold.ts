/** Finds what was sold, and the least that PayPal may charge for it. */
import { type Result, succeed } from '../../src/domain/result.ts'
import { isSamePayment } from '../../src/domain/subscription/payments.ts'
import type { PlanId } from '../../src/domain/subscription/plan.ts'
import type {
  ProviderPayment,
  ProviderSubscription,
} from '../../src/domain/subscription/provider-subscription.ts'
import { reconciliationPath } from '../../src/domain/subscription/reconciliation-record.ts'
import { isEndedUnderpaid } from '../../src/domain/subscription/record-change.ts'
import { getFullPrice, inferSold, isFull, type Sold } from '../../src/domain/subscription/sold.ts'
import type {
  Subscription,
  SubscriptionRecord,
} from '../../src/domain/subscription/subscription.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import type { Write } from '../adapters/firestore.ts'
import type { PayPal } from '../adapters/paypal.ts'
import type { ChangeFailure } from './change-subscription.ts'

/** `stored`: of its checkout. Null if nobody knows what was sold. */
export function findSold(
  stored: Sold | null,
  subscription: Subscription | null,
  providerState: ProviderSubscription,
): Sold | null {
  if (subscription?.provider !== providerState.id) return stored
  if (subscription.sold) return subscription.sold
  const { plan, lastPaymentAt: countedAt } = subscription
  const { lastPaymentAt, lastPaymentMinorUnits } = providerState
  if (!countedAt) return inferSold(plan, providerState, null)
  const isCounted = lastPaymentAt !== null && isSamePayment(countedAt, lastPaymentAt)
  const isKnown = isCounted && lastPaymentMinorUnits !== null
  return isKnown ? inferSold(plan, providerState, lastPaymentMinorUnits) : null
}

/** Returns the least that a full payment is worth, in US cents; null if unknown. Costs a call to PayPal if an amount is lower than what was sold. */
export async function readFullPrice(
  paypal: PayPal,
  plan: PlanId,
  sold: Sold | null,
  { nextMinorUnits, lastPaymentMinorUnits }: ProviderSubscription,
  payments: readonly ProviderPayment[],
): Promise<Result<number | null, ChangeFailure>> {
  if (!sold) return succeed(null)
  const fullPrice = getFullPrice(sold, plan, null)
  const amounts = [nextMinorUnits, lastPaymentMinorUnits, ...payments.map((one) => one.minorUnits)]
  if (amounts.every((amount) => isFull(amount, fullPrice))) return succeed(fullPrice)
  const ownPrice = await paypal.findPlanPrice(sold.planId)
  if (ownPrice.ok) return succeed(getFullPrice(sold, plan, ownPrice.value))
  return ownPrice.failure.kind === 'notFound' ? succeed(fullPrice) : ownPrice
}

/** Has health show it. */
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
