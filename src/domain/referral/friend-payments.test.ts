import { expect, it } from 'vitest'
import { plans } from '../../publication/offer.ts'
import { type PlanId, planIds } from '../subscription/plan.ts'
import { findDecisivePayment } from './friend-payments.ts'

const day = (date: number) => new Date(Date.UTC(2026, 2, date))

/** `amounts`: of payments on the first days of a month. */
const findDecisiveDay = (amounts: readonly number[]) => {
  const payments = amounts.map((kept, index) => ({ at: day(index + 1), kept }))
  return findDecisivePayment(payments.toReversed())?.at.getUTCDate() ?? null
}

it.each(planIds)(
  'of %s, the first yearly payment or the third monthly one decides',
  (plan: PlanId) => {
    const { minorUnits, period } = plans[plan]
    expect(findDecisiveDay(Array(4).fill(minorUnits))).toBe(period === 'year' ? 1 : 3)
  },
)

it.each<[string, readonly number[], number | null]>([
  ['two monthly ones are too little', [1399, 1399], null],
  ['exactly one and a half times the credit is enough', [3000], 1],
  ['what was returned doesn’t count', [0, 1399, 1399], null],
  ['none', [], null],
])('%s', (_, amounts, expected) => {
  expect(findDecisiveDay(amounts)).toBe(expected)
})
