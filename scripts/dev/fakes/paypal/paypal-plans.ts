import { formatPayPalValue } from '../../../../functions/platform/adapters/paypal-payments.ts'
import { getPlanPrice, type PlanId, planIds } from '../../../../src/domain/subscription/plan.ts'
import { plans } from '../../../../src/publication/offer.ts'
import type { Plans } from './billing-cycle.ts'

export const payPalPlanIds = Object.fromEntries(
  planIds.map((plan) => [plan, `P-${plan.toUpperCase().replace('_', '')}`]),
) as Readonly<Record<PlanId, string>>

export const payPalPlans: Plans = Object.fromEntries(
  planIds.map((plan) => [
    payPalPlanIds[plan],
    {
      months: plans[plan].period === 'year' ? 12 : 1,
      value: formatPayPalValue(getPlanPrice(plan)),
    },
  ]),
)
