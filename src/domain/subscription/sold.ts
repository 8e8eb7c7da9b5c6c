/**
 * Compares the price sold with PayPal's charges, because payers can switch a subscription to a cheaper plan at PayPal.
 * Our plan never follows PayPal's. Amounts are in minor units; an amount in another currency counts as 0.
 */
import { z } from 'zod'
import { currency } from '../../publication/offer.ts'
import type { PayPalSubscription } from './paypal-subscription.ts'
import { getPlanPrice, type PlanId } from './plan.ts'

/** The price sold is stored with the checkout and, from its approval, with the subscription. */
export const soldSchema = z.object({
  /** PayPal's id for the plan, which several of our plans may share. */
  planId: z.string(),
  /** The lowest price that PayPal has charged everyone for the plan since the sale. */
  minorUnits: z.int().min(0),
  currency: z.literal(currency),
})
export type Sold = z.infer<typeof soldSchema>

export const createSold = (plan: PlanId, planId: string): Sold => ({
  planId,
  ...getPlanPrice(plan),
})

/**
 * Returns the price of an existing subscription in minor units: readers keep the price sold to them, whatever
 * `getPlanPrice` returns for new subscriptions.
 */
export const getSoldPrice = ({ sold, plan }: { sold: Sold | null; plan: PlanId }): number =>
  sold?.minorUnits ?? getPlanPrice(plan).minorUnits

/**
 * Returns the minimum of a full payment. If our price has changed since the sale, the lower price counts, so that no
 * reader loses access.
 */
export const getFullPrice = (sold: Sold, plan: PlanId): number =>
  Math.min(sold.minorUnits, getPlanPrice(plan).minorUnits)

/**
 * Applies a plan's price that the operator has lowered at PayPal. The lower price counts from then on, even if the
 * price is raised again, because PayPal applies a plan's new price only to payments that are more than ten days away.
 */
export const lowerSold = (sold: Sold, ownPrice: number): Sold => ({
  ...sold,
  minorUnits: Math.min(sold.minorUnits, ownPrice),
})

/** An unknown amount counts as full, so that a reader never loses access because of missing data. */
export const isFull = (minorUnits: number | null, fullPrice: number | null | undefined): boolean =>
  minorUnits === null || fullPrice == null || minorUnits >= fullPrice

/**
 * Infers what was sold, which an earlier version didn't store: the payer's last payment, `paidMinorUnits`, or our price
 * before the first payment. If PayPal's price is below that, the reason is unknown, and null is returned.
 */
export function inferSold(
  plan: PlanId,
  { planId, nextMinorUnits }: Pick<PayPalSubscription, 'planId' | 'nextMinorUnits'>,
  paidMinorUnits: number | null,
): Sold | null {
  const minorUnits = paidMinorUnits ?? getPlanPrice(plan).minorUnits
  const isKnown = nextMinorUnits !== null && nextMinorUnits >= minorUnits
  return isKnown ? { planId, minorUnits, currency } : null
}
