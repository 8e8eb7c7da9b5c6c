import { expect, it } from 'vitest'
import { describeEarningPayments } from './earning-text.ts'

it('the explanation of referrals names the payment that reaches the total', () => {
  const offered = [
    { minorUnits: 9900, period: 'year', name: 'Annual' },
    { minorUnits: 1399, period: 'month', name: 'Monthly' },
  ] as const
  expect(describeEarningPayments(3000, offered)).toBe(
    'with the first payment of a yearly subscription, or with the third of a monthly subscription',
  )
})

it('the explanation of referrals names several payments if they depend on the price', () => {
  const offered = [
    { minorUnits: 4000, period: 'year', name: 'Yearly' },
    { minorUnits: 1000, period: 'month', name: 'Monthly' },
    { minorUnits: 1250, period: 'month', name: 'Monthly abroad' },
  ] as const
  expect(describeEarningPayments(5000, offered)).toBe(
    'with the second payment of a yearly subscription, or with the fourth or fifth of a monthly subscription',
  )
})
