import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPlanPrice } from './plan.ts'
import { createSold, getFullPrice, inferSold, isFull, lowerSold } from './sold.ts'

const sold = createSold('monthly_13', 'P-MONTH')
const ours = getPlanPrice('monthly_13').minorUnits

it('the sold price is our price at that time, whatever PayPal’s plan', () =>
  expect(sold).toEqual({ planId: 'P-MONTH', ...getPlanPrice('monthly_13') }))

describe('a full payment', () => {
  it('is at least the lowest of the price sold, ours, and PayPal’s own', () => {
    const near = fc.integer({ min: -2, max: 2 }).map((difference) => ours + difference)
    fc.assert(
      fc.property(near, fc.option(near), near, (minorUnits, own, paid) => {
        const atFirst = { ...sold, minorUnits }
        const fullPrice = getFullPrice(
          own === null ? atFirst : lowerSold(atFirst, own),
          'monthly_13',
        )
        expect(isFull(paid, fullPrice)).toBe(paid >= Math.min(minorUnits, ours, own ?? ours))
        // An amount in another currency counts as 0, an unknown one as full.
        expect([isFull(0, fullPrice), isFull(null, fullPrice)]).toEqual([false, true])
      }),
    )
  })

  it('is any payment, if the sold price is unknown', () => expect(isFull(1, null)).toBe(true))
})

describe('a price sold before it was stored', () => {
  it.each<[string, number | null, number | null, number | null]>([
    ['is the last payment', ours, ours, ours],
    ['even if our price has changed since', ours - 400, ours - 400, ours - 400],
    ['unless PayPal bills less', 100, ours, null],
    ['or more was paid for two dates', ours, 2 * ours, null],
    ['and before the first payment our price', ours, null, ours],
    ['unless PayPal is about to bill less', 100, null, null],
    ['or doesn’t say', null, null, null],
  ])('%s', (_, nextMinorUnits, paid, minorUnits) => {
    const inferred = inferSold('monthly_13', { planId: 'P-1', nextMinorUnits }, paid)
    expect(inferred?.minorUnits ?? null).toBe(minorUnits)
  })
})
