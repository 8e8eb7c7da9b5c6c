import { expect, it } from 'vitest'
import { plans } from '../../publication/offer.ts'
import { referralCredit } from '../subscription/offer.ts'
import { type PlanId, planIds } from '../subscription/plan.ts'
import { findDecisivePayment } from './friend-payments.ts'

const total = referralCredit.minorUnits * 1.5

const day = (date: number) => new Date(Date.UTC(2026, 2, date))

/** `amounts` are of payments on the first day of consecutive months. */
const findDecisiveDay = (amounts: readonly number[]) => {
  const payments = amounts.map((kept, index) => ({ at: day(index + 1), kept }))
  return findDecisivePayment(payments.toReversed())?.at.getUTCDate() ?? null
}

it.each(planIds)(
  'in the plan %s, the payment that reaches one and a half times the credit decides',
  (plan: PlanId) => {
    const { minorUnits } = plans[plan]
    const count = Math.ceil(total / minorUnits)
    expect(findDecisiveDay(Array(count + 1).fill(minorUnits))).toBe(count)
  },
)

it.each<[string, readonly number[], number | null]>([
  ['a cent less than one and a half times the credit is too little', [total - 1], null],
  ['exactly one and a half times the credit is enough', [total], 1],
  ['returned money doesn’t count', [0, total - 1], null],
  ['no payment is too little', [], null],
])('%s', (_, amounts, expected) => {
  expect(findDecisiveDay(amounts)).toBe(expected)
})
