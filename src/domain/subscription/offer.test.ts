import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currency, domesticCountries, offers, plans } from '../../publication/offer.ts'
import { formatMoney } from '../money.ts'
import {
  getPriceClass,
  getPriceClassOfPlan,
  getPricePerMonth,
  getPricePerYear,
  getSavingPerYear,
  planKinds,
} from './offer.ts'
import { getPlanPrice, planIds } from './plan.ts'

describe('the price class of a country', () => {
  it('is domestic at home and international elsewhere', () => {
    for (const country of domesticCountries) expect(getPriceClass(country)).toBe('domestic')
    const elsewhere = fc
      .stringMatching(/^[A-Z]{2}$/)
      .filter((country) => !domesticCountries.includes(country))
    fc.assert(fc.property(elsewhere, (country) => getPriceClass(country) === 'international'))
  })

  it('is international for an invalid country code', () => {
    for (const odd of ['us', 'USA', ' US', '']) expect(getPriceClass(odd)).toBe('international')
  })
})

describe('the offer', () => {
  it('has every plan once, each kind in one period at both prices', () => {
    const offered = planKinds.flatMap((kind) => Object.values(offers[kind]))
    expect(offered.toSorted()).toEqual(planIds.toSorted())
    for (const kind of planKinds)
      for (const priceClass of ['domestic', 'international'] as const)
        expect(getPriceClassOfPlan(offers[kind][priceClass])).toBe(priceClass)
    for (const kind of planKinds) {
      const { domestic, international } = offers[kind]
      expect(plans[domestic].period).toBe(plans[international].period)
      expect(getPlanPrice(international).minorUnits).toBeLessThan(getPlanPrice(domestic).minorUnits)
    }
  })

  it.each(planIds)('compares %s over a year, in a month and with paying monthly', (plan) => {
    const { minorUnits, period } = plans[plan]
    const year = period === 'year' ? minorUnits : 12 * minorUnits
    expect(getPricePerYear(plan).minorUnits).toBe(year)
    expect(getPricePerMonth(plan).minorUnits).toBe(Math.ceil(year / 12))
    const kind = planKinds.find((one) => Object.values(offers[one]).includes(plan))!
    const priceClass = getPriceClassOfPlan(plan)
    const monthly = 12 * plans[offers.monthly[priceClass]].minorUnits
    expect(getSavingPerYear(kind, priceClass).minorUnits).toBe(monthly - year)
  })
})

it('amounts have decimals only if needed', () => {
  expect(formatMoney({ minorUnits: 9900, currency })).toBe('$99')
  expect(formatMoney({ minorUnits: 1399, currency })).toBe('$13.99')
})
