import { describe, expect, it } from 'vitest'
import { getPlanPrice } from './plan.ts'
import { createSold, getFullPrice, inferSold, isFull, lowerSold } from './sold.ts'

const sold = createSold('monthly_13', 'P-MONTH')
const ours = getPlanPrice('monthly_13').minorUnits
const [less, more] = [ours - 400, ours + 600]

it('what was sold is our price at that time, whatever PayPal’s plan', () =>
  expect(sold).toEqual({ planId: 'P-MONTH', ...getPlanPrice('monthly_13') }))

describe('a full payment is at least the lowest of three prices', () => {
  it.each([
    // Each row has the price sold, the plan's own at PayPal, and the payment.
    [ours, ours, ours, true],
    [ours, ours, ours - 1, false],
    [ours, ours, 2 * ours, true],
    [ours, less, less, true],
    [ours, less, less - 1, false],
    [ours, more, ours, true],
    [ours, more, ours - 1, false],
    [less, ours, less, true],
    [less, ours, less - 1, false],
    [more, more, ours, true],
    [more, more, ours - 1, false],
    [ours, null, ours, true],
    [ours, null, ours - 1, false],
    // An amount in another currency counts as 0.
    [ours, ours, 0, false],
    [ours, ours, null, true],
  ])('sold for %s, PayPal’s %s, paid %s: %s', (minorUnits, own, paid, expected) => {
    const atFirst = { ...sold, minorUnits }
    const current = own === null ? atFirst : lowerSold(atFirst, own)
    const fullPrice = getFullPrice(current, 'monthly_13')
    expect(isFull(paid, fullPrice)).toBe(expected)
  })

  it('if somebody knows what was sold', () => expect(isFull(1, null)).toBe(true))
})

describe('what was sold before it was stored', () => {
  it.each<[string, number | null, number | null, number | null]>([
    ['is the last payment', ours, ours, ours],
    ['even if our price is another by now', less, less, less],
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
