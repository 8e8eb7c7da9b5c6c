import { describe, expect, it } from 'vitest'
import { createSold, getFullPrice, inferSold, isFull, lowerSold } from './sold.ts'

const sold = createSold('monthly_13', 'P-MONTH')

it('what was sold is our price at that time, whatever PayPal’s plan', () =>
  expect(sold).toEqual({ planId: 'P-MONTH', minorUnits: 1399, currency: 'USD' }))

describe('a full payment is at least the lowest of three prices', () => {
  it.each([
    // Each row has the price sold, our price now, the plan's own at PayPal, and the payment.
    [1399, 1399, 1399, 1399, true],
    [1399, 1399, 1399, 1398, false],
    [1399, 1399, 1399, 2798, true],
    [1399, 1399, 999, 999, true],
    [1399, 1399, 999, 998, false],
    [1399, 1399, 1999, 1399, true],
    [1399, 1399, 1999, 1398, false],
    [999, 1399, 1399, 999, true],
    [999, 1399, 1399, 998, false],
    [1999, 1399, 1999, 1399, true],
    [1999, 1399, 1999, 1398, false],
    [1399, 1399, null, 1399, true],
    [1399, 1399, null, 1398, false],
    // An amount in another currency counts as 0.
    [1399, 1399, 1399, 0, false],
    [1399, 1399, 1399, null, true],
  ])('sold for %s, ours %s, PayPal’s %s, paid %s: %s', (minorUnits, _, own, paid, expected) => {
    const atFirst = { ...sold, minorUnits }
    const current = own === null ? atFirst : lowerSold(atFirst, own)
    const fullPrice = getFullPrice(current, 'monthly_13')
    expect(isFull(paid, fullPrice)).toBe(expected)
  })

  it('if somebody knows what was sold', () => expect(isFull(1, null)).toBe(true))
})

describe('what was sold before it was stored', () => {
  it.each<[string, number | null, number | null, number | null]>([
    ['is the last payment', 1399, 1399, 1399],
    ['even if our price is another by now', 999, 999, 999],
    ['unless PayPal bills less', 100, 1399, null],
    ['or more was paid for two dates', 1399, 2798, null],
    ['and before the first payment our price', 1399, null, 1399],
    ['unless PayPal is about to bill less', 100, null, null],
    ['or doesn’t say', null, null, null],
  ])('%s', (_, nextMinorUnits, paid, minorUnits) => {
    const inferred = inferSold('monthly_13', { planId: 'P-1', nextMinorUnits }, paid)
    expect(inferred?.minorUnits ?? null).toBe(minorUnits)
  })
})
