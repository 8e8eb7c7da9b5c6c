/** What is offered to whom: each kind of plan at its two prices, and what a year of each comes to. */
import type { Money } from './money.ts'
import { type PlanId, planPrice, plans } from './plan.ts'

export const planKinds = ['annual', 'monthly', 'student'] as const
export type PlanKind = (typeof planKinds)[number]

export type PriceClass = 'domestic' | 'international'

export const offers: Readonly<Record<PlanKind, Readonly<Record<PriceClass, PlanId>>>> = {
  annual: { domestic: 'annual_99', international: 'international_annual' },
  monthly: { domestic: 'monthly_13', international: 'international_monthly' },
  student: { domestic: 'student_45', international: 'international_student' },
}

/** The one country of the domestic price, as ISO 3166 names it. */
export const homeCountry = 'US'

/**
 * Which price a country pays. Pages ask it of the `country` cookie, which only chooses what is
 * shown; what is charged, the edge decides by the country that it sees itself.
 */
export function priceClassOf(country: string): PriceClass {
  return country === homeCountry ? 'domestic' : 'international'
}

/** What twelve months cost. */
export function perYear(plan: PlanId): Money {
  const { minorUnits, currency } = planPrice(plan)
  return { minorUnits: plans[plan].period === 'year' ? minorUnits : 12 * minorUnits, currency }
}

/** What one month comes to, rounded up to the cent: a price must not look lower than it is. */
export function perMonth(plan: PlanId): Money {
  const { minorUnits, currency } = planPrice(plan)
  return {
    minorUnits: plans[plan].period === 'month' ? minorUnits : Math.ceil(minorUnits / 12),
    currency,
  }
}

/** What a year of one plan costs less than a year of paying by the month, at the same prices. */
export function savingPerYear(kind: PlanKind, prices: PriceClass): Money {
  const byTheMonth = perYear(offers.monthly[prices])
  return {
    minorUnits: byTheMonth.minorUnits - perYear(offers[kind][prices]).minorUnits,
    currency: byTheMonth.currency,
  }
}
