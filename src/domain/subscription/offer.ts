import { currency, domesticCountries, offers, referral } from '../../publication/offer.ts'
import type { Offers, PlanKind, PriceClass } from '../../publication/publication-data.ts'
import type { Money } from '../money.ts'
import { getPeriodMonths, getPlanPrice, type PlanId } from './plan.ts'

export type { PlanKind, PriceClass }

const offered: Offers<PlanId> = offers

/** The kinds of plans that are offered, in the order shown on pages. */
export const planKinds = Object.keys(offers) as [PlanKind, ...PlanKind[]]

/** Throws for a kind that isn't offered (`planKinds`). */
export function getPlan(kind: PlanKind, priceClass: PriceClass): PlanId {
  const offer = offered[kind]
  if (!offer) throw new Error(`There’s no ${kind} plan.`)
  return offer[priceClass]
}

export const getPlanKind = (plan: PlanId): PlanKind =>
  planKinds.find((kind) => Object.values(offered[kind] ?? {}).includes(plan))!

/**
 * Pages use the `country` cookie. The Worker determines the charged price from the country that it receives itself, and
 * charges the domestic price if that is unknown.
 */
export function getPriceClass(country: string | null): PriceClass {
  return country === null || domesticCountries.includes(country) ? 'domestic' : 'international'
}

export const getPriceClassOfPlan = (plan: PlanId): PriceClass =>
  planKinds.some((kind) => getPlan(kind, 'international') === plan) ? 'international' : 'domestic'

export function getPricePerYear(plan: PlanId): Money {
  const { minorUnits, currency } = getPlanPrice(plan)
  return { minorUnits: (minorUnits * 12) / getPeriodMonths(plan), currency }
}

/** Rounds up to the cent, because a price must not look lower than it is. */
export function getPricePerMonth(plan: PlanId): Money {
  const { minorUnits, currency } = getPlanPrice(plan)
  return { minorUnits: Math.ceil(minorUnits / getPeriodMonths(plan)), currency }
}

export function getSavingPerYear(kind: PlanKind, priceClass: PriceClass): Money {
  const { minorUnits, currency } = getPricePerYear(getPlan('monthly', priceClass))
  const { minorUnits: price } = getPricePerYear(getPlan(kind, priceClass))
  return { minorUnits: minorUnits - price, currency }
}

/** The credit that a referrer gets for each friend who subscribes and pays enough (referral/limits.ts). */
export const referralCredit: Money = { minorUnits: referral?.credit ?? 0, currency }
