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

/** Returns “$99”. */
export const formatPrice = (kind: PlanKind, priceClass: PriceClass) =>
  formatMoney(getPlanPrice(getPlan(kind, priceClass)))

/** Returns “a year”. */
export const formatPlanPeriod = (kind: PlanKind) => `a ${plans[getPlan(kind, 'domestic')].period}`

/** Returns the same price for the other period: “$8.25 a month” or “$167.88 over a year”. */
export function formatOtherPeriod(kind: PlanKind, priceClass: PriceClass): string {
  const plan = getPlan(kind, priceClass)
  return plans[plan].period === 'year'
    ? `${formatMoney(getPricePerMonth(plan))} a month`
    : `${formatMoney(getPricePerYear(plan))} over a year`
}

export const describeSaving = (kind: PlanKind, priceClass: PriceClass) =>
  `Save ${formatMoney(getSavingPerYear(kind, priceClass))} a year compared with paying monthly.`

export const describeInternationalPrice = (kind: PlanKind) =>
  `The price outside ${domesticArea.name} is ${formatPrice(kind, 'international')} ${formatPlanPeriod(kind)}.`

/** Returns “Annual, $99 a year”. The price is in minor units. */
export const formatPlan = (plan: PlanId, minorUnits: number, name: string = plans[plan].name) =>
  `${name}, ${formatMoney({ minorUnits, currency })} a ${plans[plan].period}`

/** `price` is a text such as “$99 a year”; without it, the result is about every plan. */
export function formatTrial(trialDays: number, price?: string): string {
  const days = trialDays === 1 ? '1 day' : `${trialDays} days`
  const next = price === undefined ? '' : `, then ${price}`
  return `Free for ${days}${next}. Cancel before your free trial ends and you won’t be charged.`
}

export const studentEligibility = 'For anyone enrolled at a school, college or university.'
