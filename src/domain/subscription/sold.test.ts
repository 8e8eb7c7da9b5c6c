import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPlanPrice } from './plan.ts'
import { createSold, getFullPrice, inferSold, isFull, lowerSold } from './sold.ts'

const sold = createSold('monthly_13', 'P-MONTH')
const ours = getPlanPrice('monthly_13').minorUnits

it('the sold price is our price at that time, whatever PayPal’s plan', () =>
  expect(sold).toEqual({ planId: 'P-MONTH', ...getPlanPrice('monthly_13') }))

describe('a full payment', () => {
  it('is at least the lowest of the sold price, our price and PayPal’s own price', () => {
    const near = fc.integer({ min: -2, max: 2 }).map((difference) => ours + difference)
    fc.assert(
      fc.property(near, fc.option(near), near, (minorUnits, own, paid) => {
        const atFirst = { ...sold, minorUnits }
        const fullPrice = getFullPrice(
          own === null ? atFirst : lowerSold(atFirst, own),
          'monthly_13',
        )
        expect(isFull(paid, fullPrice)).toBe(paid >= Math.min(minorUnits, ours, own ?? ours))
        // An amount in another currency counts as 0, and an unknown one as full.
        expect([isFull(0, fullPrice), isFull(null, fullPrice)]).toEqual([false, true])
      }),
    )
  })

  it('is any payment, if the sold price is unknown', () => expect(isFull(1, null)).toBe(true))
})

describe('a price sold before it was stored', () => {
  it.each<[string, number | null, number | null, number | null]>([
    ['is the last payment', ours, ours, ours],
    ['is the last payment even if our price has changed since', ours - 400, ours - 400, ours - 400],
    ['is unknown if PayPal bills less than the last payment', 100, ours, null],
    ['is unknown if more was paid for two dates', ours, 2 * ours, null],
    ['is our price before the first payment', ours, null, ours],
    ['is unknown before the first payment if PayPal is about to bill less', 100, null, null],
    ['is unknown if PayPal doesn’t say what it bills', null, null, null],
  ])('%s', (_, nextMinorUnits, paid, minorUnits) => {
    const inferred = inferSold('monthly_13', { planId: 'P-1', nextMinorUnits }, paid)
    expect(inferred?.minorUnits ?? null).toBe(minorUnits)
  })
})
