import { currency, plans } from '../../publication/offer.ts'
import type { Money } from '../money.ts'
import { addMonths } from '../month.ts'

export type PlanId = keyof typeof plans

export const planIds = Object.keys(plans) as [PlanId, ...PlanId[]]

/** Returns the price of a new subscription. `getSoldPrice` returns an existing one's. */
export function getPlanPrice(id: PlanId): Money {
  return { minorUnits: plans[id].minorUnits, currency }
}

export const getPeriodMonths = (id: PlanId) => (plans[id].period === 'year' ? 12 : 1)

/** Returns the end of the period that a payment at `from` covers. */
export const getPeriodEnd = (id: PlanId, from: Date) => addMonths(from, getPeriodMonths(id))
