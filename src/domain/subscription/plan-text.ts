import { currency, domesticArea, plans } from '../../publication/offer.ts'
import { formatMoney } from '../money.ts'
import {
  getPlan,
  getPricePerMonth,
  getPricePerYear,
  getSavingPerYear,
  type PlanKind,
  type PriceClass,
} from './offer.ts'
import { getPlanPrice, type PlanId } from './plan.ts'

export const getPlanName = (kind: PlanKind) => plans[getPlan(kind, 'domestic')].name

/** “$99”. */
export const formatPrice = (kind: PlanKind, priceClass: PriceClass) =>
  formatMoney(getPlanPrice(getPlan(kind, priceClass)))

/** “a year”. */
export const formatPlanPeriod = (kind: PlanKind) => `a ${plans[getPlan(kind, 'domestic')].period}`

/** The same price over the other period: “$8.25 a month”, “$167.88 over a year”. */
export function formatOtherPeriod(kind: PlanKind, priceClass: PriceClass): string {
  const plan = getPlan(kind, priceClass)
  return plans[plan].period === 'year'
    ? `${formatMoney(getPricePerMonth(plan))} a month`
    : `${formatMoney(getPricePerYear(plan))} over a year`
}

export const describeSaving = (kind: PlanKind, priceClass: PriceClass) =>
  `Save ${formatMoney(getSavingPerYear(kind, priceClass))} a year compared with paying monthly.`

export const describeInternationalPrice = (kind: PlanKind) =>
  `Outside ${domesticArea.name} it’s ${formatPrice(kind, 'international')} ${formatPlanPeriod(kind)}.`

/** “Annual, $99 a year”. The price is in minor units. */
export const formatPlan = (plan: PlanId, minorUnits: number, name: string = plans[plan].name) =>
  `${name}, ${formatMoney({ minorUnits, currency })} a ${plans[plan].period}`

/** `price` as in “$99 a year”; without it, of every plan. */
export function formatTrial(trialDays: number, price?: string): string {
  const days = trialDays === 1 ? '1 day' : `${trialDays} days`
  const next = price === undefined ? '' : `, then ${price}`
  return `Free for ${days}${next}. Cancel any time before then and you won’t be charged.`
}

export const studentEligibility = 'For anyone enrolled at a school, college or university.'
