import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney } from './money.ts'
import { offers, perMonth, perYear, planKinds, priceClassOf, savingPerYear } from './offer.ts'
import { planIds, planPrice, plans } from './plan.ts'

describe('which price a country pays', () => {
  it('is the domestic one at home and the international one everywhere else', () => {
    expect(priceClassOf('US')).toBe('domestic')
    expect(priceClassOf('IN')).toBe('international')
    const elsewhere = fc.stringMatching(/^[A-Z]{2}$/).filter((country) => country !== 'US')
    fc.assert(fc.property(elsewhere, (country) => priceClassOf(country) === 'international'))
  })

  it('takes nothing for a country that is not written as one', () => {
    for (const odd of ['us', 'USA', ' US', '']) expect(priceClassOf(odd)).toBe('international')
  })
})

describe('the offer', () => {
  it('has every plan once, each kind in one period at both prices', () => {
    const offered = planKinds.flatMap((kind) => Object.values(offers[kind]))
    expect(offered.toSorted()).toEqual(planIds.toSorted())
    for (const kind of planKinds) {
      const { domestic, international } = offers[kind]
      expect(plans[domestic].period).toBe(plans[international].period)
      expect(planPrice(international).minorUnits).toBeLessThan(planPrice(domestic).minorUnits)
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
    expect(formatMoney(perYear(plan))).toBe(year)
    expect(formatMoney(perMonth(plan))).toBe(month)
  })

  it('never makes a month look cheaper than it is, nor dearer by a cent', () => {
    for (const plan of planIds) {
      const over = 12 * perMonth(plan).minorUnits - perYear(plan).minorUnits
      expect(over).toBeGreaterThanOrEqual(0)
      expect(over).toBeLessThan(12)
    }
  })

  it.each([
    ['annual', 'domestic', '$68.88'],
    ['annual', 'international', '$51.89'],
    ['student', 'domestic', '$122.89'],
    ['monthly', 'domestic', '$0'],
  ] as const)('%s at the %s price saves %s a year', (kind, prices, saving) => {
    expect(formatMoney(savingPerYear(kind, prices))).toBe(saving)
  })
})
