import type { Money } from '../money.ts'
import { getPeriodMonths, getPlanPrice, type PlanId } from './plan.ts'

export const planKinds = ['annual', 'monthly', 'student'] as const
export type PlanKind = (typeof planKinds)[number]

export type PriceClass = 'domestic' | 'international'

export const offers: Readonly<Record<PlanKind, Readonly<Record<PriceClass, PlanId>>>> = {
  annual: { domestic: 'annual_99', international: 'international_annual' },
  monthly: { domestic: 'monthly_13', international: 'international_monthly' },
  student: { domestic: 'student_45', international: 'international_student' },
}

/** The only country with domestic prices (ISO 3166). */
export const homeCountry = 'US'

/** Pages use the `country` cookie; the Worker decides the charged price by the country that it sees itself. */
export function getPriceClass(country: string): PriceClass {
  return country === homeCountry ? 'domestic' : 'international'
}

export const getPriceClassOfPlan = (plan: PlanId): PriceClass =>
  planKinds.some((kind) => offers[kind].international === plan) ? 'international' : 'domestic'

export function getPricePerYear(plan: PlanId): Money {
  const { minorUnits, currency } = getPlanPrice(plan)
  return { minorUnits: (minorUnits * 12) / getPeriodMonths(plan), currency }
}

/** Rounds up to the cent: a price must not look lower than it is. */
export function getPricePerMonth(plan: PlanId): Money {
  const { minorUnits, currency } = getPlanPrice(plan)
  return { minorUnits: Math.ceil(minorUnits / getPeriodMonths(plan)), currency }
}

export function getSavingPerYear(kind: PlanKind, priceClass: PriceClass): Money {
  const { minorUnits, currency } = getPricePerYear(offers.monthly[priceClass])
  const { minorUnits: price } = getPricePerYear(offers[kind][priceClass])
  return { minorUnits: minorUnits - price, currency }
}

/** A referrer gets it for each friend who subscribes and pays enough (referral/limits.ts). */
export const referralCredit: Money = { minorUnits: 2000, currency: 'USD' }
