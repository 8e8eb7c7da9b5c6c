import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { domesticCountries, offers, plans } from '../../publication/offer.ts'
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

  it.each([
    ['annual_99', '$99', '$8.25'],
    ['monthly_13', '$167.88', '$13.99'],
    ['student_45', '$44.99', '$3.75'],
    ['international_annual', '$79.99', '$6.67'],
    ['international_monthly', '$131.88', '$10.99'],
    ['international_student', '$34.99', '$2.92'],
  ] as const)('%s comes to %s a year, %s a month', (plan, year, month) => {
    expect(formatMoney(getPricePerYear(plan))).toBe(year)
    expect(formatMoney(getPricePerMonth(plan))).toBe(month)
  })

  it.each([
    ['annual', 'domestic', '$68.88'],
    ['annual', 'international', '$51.89'],
    ['student', 'domestic', '$122.89'],
    ['monthly', 'domestic', '$0'],
  ] as const)('%s at the %s price saves %s a year', (kind, prices, saving) => {
    expect(formatMoney(getSavingPerYear(kind, prices))).toBe(saving)
  })
})
