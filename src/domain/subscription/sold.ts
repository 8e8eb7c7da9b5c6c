/**
 * Compares what was sold with what PayPal charges: payers can change a subscription at PayPal to a cheaper plan. Our
 * plan never follows PayPal's. Amounts are in US cents; one in another currency counts as 0, and pays for nothing.
 */
import { z } from 'zod'
import { currency } from '../../publication/offer.ts'
import type { PayPalSubscription } from './paypal-subscription.ts'
import { getPlanPrice, type PlanId } from './plan.ts'

/** Stored with the checkout, and with the subscription from its approval on. */
export const soldSchema = z.object({
  /** PayPal's id of the plan, which isn't unique to one of ours. */
  planId: z.string(),
  /** The least that PayPal has asked of everybody for the plan since it was sold. */
  minorUnits: z.int().min(0),
  currency: z.literal(currency),
})
export type Sold = z.infer<typeof soldSchema>

export const createSold = (plan: PlanId, planId: string): Sold => ({
  planId,
  ...getPlanPrice(plan),
})

/**
 * The price of an existing subscription, in US cents: readers keep what was sold to them, whatever `getPlanPrice` asks of
 * new ones.
 */
export const getSoldPrice = ({ sold, plan }: { sold: Sold | null; plan: PlanId }): number =>
  sold?.minorUnits ?? getPlanPrice(plan).minorUnits

/**
 * The least that a full payment is worth. If a price has changed here since, the lower one counts, so that no reader
 * loses access.
 */
export const getFullPrice = (sold: Sold, plan: PlanId): number =>
  Math.min(sold.minorUnits, getPlanPrice(plan).minorUnits)

/**
 * The operator has lowered the price of the plan at PayPal. It counts from then on, even if it's raised again: PayPal
 * applies a plan's new price only to payments that are more than ten days ahead.
 */
export const lowerSold = (sold: Sold, ownPrice: number): Sold => ({
  ...sold,
  minorUnits: Math.min(sold.minorUnits, ownPrice),
})

/** An unknown amount counts as full: a reader never loses access because of missing data. */
export const isFull = (minorUnits: number | null, fullPrice: number | null | undefined): boolean =>
  minorUnits === null || fullPrice == null || minorUnits >= fullPrice

/**
 * An earlier version didn't store what was sold. It is what the payer has paid last, `paidMinorUnits`, or our price before
 * the first payment, unless PayPal's price is below that: then nobody knows why, and null is returned.
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
