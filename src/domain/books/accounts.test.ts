import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToMonth, createAccounts, deferPayment, type Month, parseMonth } from './accounts.ts'

const month = (text: string) => text as Month

describe('a month', () => {
  it.each(['2026-1', '2026-13', '2026-00', '26-11', '2026-11-01', ''])('can’t be “%s”', (text) => {
    expect(parseMonth(text)).toBeNull()
  })

  it('follows the previous month, even across the end of a year', () => {
    expect(addToMonth(month('2026-12'), 1)).toBe('2027-01')
    expect(addToMonth(month('2026-01'), -12)).toBe('2025-01')
    expect(addToMonth(month('2026-03'), -3)).toBe('2025-12')
  })
})

describe('deferred income', () => {
  const yearly = { plan: 'annual_99', kept: 9900, startMonth: month('2026-03') }

  it.each([
    ['2026-02', 9900, 12],
    ['2026-03', 9075, 11],
    ['2026-12', 1650, 2],
    ['2027-02', 0, 0],
    ['2030-01', 0, 0],
  ])('is, at the end of %s, %i for %i months from a year paid in March', (end, amount, months) => {
    expect(deferPayment(yearly, month(end))).toEqual({ amount, months })
  })

  it('is nothing for a month, and everything for a gift that isn’t redeemed', () => {
    const monthly = { plan: 'monthly_13', kept: 1399, startMonth: month('2026-03') }
    expect(deferPayment(monthly, month('2026-03'))).toEqual({ amount: 0, months: 0 })
    const gift = { plan: 'gift_6', kept: 5999, startMonth: null }
    expect(deferPayment(gift, month('2029-03'))).toEqual({ amount: 5999, months: 6 })
  })

  it('falls to 0 by whole cents, month by month, and never rises', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('annual_99', 'student_45', 'gift_3', 'gift_6'),
        fc.integer({ min: 1, max: 100_000 }),
        (plan, kept) => {
          let before = kept
          for (let passed = 0; passed <= 12; passed++) {
            const end = addToMonth(month('2026-11'), passed)
            const { amount } = deferPayment({ plan, kept, startMonth: month('2026-11') }, end)
            expect(Number.isInteger(amount)).toBe(true)
            expect(amount).toBeLessThanOrEqual(before)
            before = amount
          }
          expect(before).toBe(0)
        },
      ),
    )
  })
})

describe('the accounts', () => {
  const group = { country: 'GB', plan: 'monthly_13', currency: 'USD' }
  const parts = { credit: 0, share: 0, excess: 0, creditCount: 0, shareCount: 0, excessCount: 0 }

  it('split returned money into its parts, and subtract fees', () => {
    const returned = { ...parts, credit: 1000, creditCount: 2, excess: 300, excessCount: 1 }
    const lines = createAccounts(
      month('2026-11'),
      [
        { ...group, kind: 'renewed', count: 3, amount: 4197, fee: -294, ...parts },
        { ...group, kind: 'returned', count: 2, amount: -1300, fee: 0, ...returned },
        { ...group, plan: '', kind: null, count: 1, amount: 500, fee: -66, ...parts },
      ],
      [],
      [],
    )
    const show = lines.map(({ plan, kind, count, amount }) => [plan, kind, count, amount])
    expect(show).toEqual([
      ['', 'fee', 0, -66],
      ['', 'unexplained', 1, 500],
      ['monthly_13', 'renewed', 3, 4197],
      ['monthly_13', 'credit', 2, -1000],
      ['monthly_13', 'excess', 1, -300],
      ['monthly_13', 'fee', 0, -294],
    ])
  })
})
