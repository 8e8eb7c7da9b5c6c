/** The plans that the publication has at PayPal, as somebody has set them up there. */

import { payPalValue } from '../../../functions/adapters/paypal-payments.ts'
import { type PlanId, planIds, planPrice, plans } from '../../../src/domain/plan.ts'
import type { Plans } from './ledger.ts'

export const payPalPlanIds = Object.fromEntries(
  planIds.map((plan) => [plan, `P-${plan.toUpperCase().replace('_', '')}`]),
) as Readonly<Record<PlanId, string>>

export const payPalPlans: Plans = Object.fromEntries(
  planIds.map((plan) => [
    payPalPlanIds[plan],
    { months: plans[plan].period === 'year' ? 12 : 1, value: payPalValue(planPrice(plan)) },
  ]),
)
