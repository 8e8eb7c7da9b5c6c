/** Compares PayPal's plans with those of src/publication/offer.ts. */
import { z } from 'zod'
import { formatValue, toMinorUnits } from '../../../../src/domain/currency.ts'
import { getPlanPrice, type PlanId } from '../../../../src/domain/subscription/plan.ts'
import { site } from '../../../../src/publication/identity.ts'
import { currency, plans } from '../../../../src/publication/offer.ts'

const moneySchema = z.object({ currency_code: z.string(), value: z.string() })

export const planSchema = z.object({
  id: z.string(),
  name: z.string().default(''),
  status: z.string(),
  quantity_supported: z.boolean().default(false),
  billing_cycles: z.array(
    z.object({
      tenure_type: z.string(),
      frequency: z.object({ interval_unit: z.string(), interval_count: z.int().default(1) }),
      total_cycles: z.int().default(1),
      pricing_scheme: z.object({ fixed_price: moneySchema.optional() }).optional(),
    }),
  ),
  payment_preferences: z.object({ setup_fee: moneySchema.optional() }).default({}),
  taxes: z.object({ percentage: z.string() }).optional(),
})
export type PayPalPlan = z.infer<typeof planSchema>

const units = { year: 'YEAR', month: 'MONTH' } as const
const formatMoney = ({ currency_code, value }: z.infer<typeof moneySchema>) =>
  `${formatValue(toMinorUnits(value, currency_code), currency_code)} ${currency_code}`

/** Returns the terms that buyers agree to, by the names that messages show. Amounts are compared in minor units. */
function describeTerms(plan: PayPalPlan): Readonly<Record<string, string>> {
  const regular = plan.billing_cycles.filter(({ tenure_type }) => tenure_type === 'REGULAR')
  const price = regular[0]?.pricing_scheme?.fixed_price
  const setupFee = plan.payment_preferences.setup_fee
  return {
    price: price ? formatMoney(price) : 'unknown',
    interval: regular
      .map(({ frequency }) => `${frequency.interval_count} ${frequency.interval_unit}`)
      .join(', '),
    'number of payments': regular.map(({ total_cycles }) => total_cycles || 'no end').join(', '),
    'trial periods': String(plan.billing_cycles.length - regular.length),
    'setup fee': Number(setupFee?.value ?? 0) === 0 ? 'none' : formatMoney(setupFee!),
    tax: Number(plan.taxes?.percentage ?? 0) === 0 ? 'none' : `${plan.taxes!.percentage}%`,
    quantity: plan.quantity_supported ? 'any' : '1',
    status: plan.status,
  }
}

const formatPrice = (plan: PlanId) => {
  const { minorUnits } = getPlanPrice(plan)
  return { currency_code: currency, value: formatValue(minorUnits, currency) }
}

/** Returns the request that creates our plan. */
export const createPlanRequest = (plan: PlanId, product: string) => ({
  product_id: product,
  name: `${site.name}: ${plans[plan].name} (${plan})`.slice(0, 127),
  status: 'ACTIVE',
  quantity_supported: false,
  billing_cycles: [
    {
      frequency: { interval_unit: units[plans[plan].period], interval_count: 1 },
      tenure_type: 'REGULAR',
      sequence: 1,
      // Zero means until somebody cancels.
      total_cycles: 0,
      pricing_scheme: { fixed_price: formatPrice(plan) },
    },
  ],
  payment_preferences: {
    auto_bill_outstanding: true,
    // PayPal suspends a subscription after three periods without a payment.
    payment_failure_threshold: 3,
  },
})

/** Lists the terms that differ from ours, such as “price: 89.00 USD, not 99.00 USD”. */
export function findDifferences(found: PayPalPlan, plan: PlanId): readonly string[] {
  const wanted = describeTerms(planSchema.parse({ id: '', ...createPlanRequest(plan, '') }))
  const actual = describeTerms(found)
  return Object.entries(wanted).flatMap(([name, value]) =>
    actual[name] === value ? [] : [`${name}: ${actual[name]}, not ${value}`],
  )
}
