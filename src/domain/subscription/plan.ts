import { currency, plans } from '../../publication/offer.ts'
import type { Money } from '../money.ts'
import { addMonths } from '../month.ts'

export type PlanId = keyof typeof plans

export const planIds = Object.keys(plans) as [PlanId, ...PlanId[]]

/** The price of a new subscription. For an existing one see `getSoldPrice`. */
export function getPlanPrice(id: PlanId): Money {
  return { minorUnits: plans[id].minorUnits, currency }
}

export const getPeriodMonths = (id: PlanId) => (plans[id].period === 'year' ? 12 : 1)

/** The end of the period that a payment at `from` covers. */
export const getPeriodEnd = (id: PlanId, from: Date) => addMonths(from, getPeriodMonths(id))
