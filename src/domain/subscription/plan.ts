import type { Money } from '../money.ts'
import { addMonths } from '../month.ts'

/** US cents (specification, section 9). */
export const plans = {
  annual_99: { minorUnits: 9900, period: 'year', name: 'Annual' },
  monthly_13: { minorUnits: 1399, period: 'month', name: 'Monthly' },
  student_45: { minorUnits: 4499, period: 'year', name: 'Student' },
  international_annual: { minorUnits: 7999, period: 'year', name: 'Annual' },
  international_monthly: { minorUnits: 1099, period: 'month', name: 'Monthly' },
  international_student: { minorUnits: 3499, period: 'year', name: 'Student' },
} as const

export type PlanId = keyof typeof plans

export const planIds = Object.keys(plans) as [PlanId, ...PlanId[]]

export function getPlanPrice(id: PlanId): Money {
  return { minorUnits: plans[id].minorUnits, currency: 'USD' }
}

export const getPeriodMonths = (id: PlanId) => (plans[id].period === 'year' ? 12 : 1)

/** The end of the period that a payment at `from` covers. */
export const getPeriodEnd = (id: PlanId, from: Date) => addMonths(from, getPeriodMonths(id))
