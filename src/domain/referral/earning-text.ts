/**
 * Describes the payments with which a friend's total earns the credit. Doesn't use zod, because pages load this file.
 */
import { plans } from '../../publication/offer.ts'
import type { Plan } from '../../publication/publication-data.ts'
import { formatAlternatives } from '../list-text.ts'
import { inOrdinals } from '../number-words.ts'
import { getPlan, planKinds } from '../subscription/offer.ts'

const offeredPlans: readonly Plan[] = planKinds.flatMap((kind) => [
  plans[getPlan(kind, 'domestic')],
  plans[getPlan(kind, 'international')],
])

/**
 * `total` is in minor units. Returns “with the first payment of a yearly subscription, or with the third of a monthly
 * subscription”.
 */
export function describeEarningPayments(
  total: number,
  offered: readonly Plan[] = offeredPlans,
): string {
  const name = (period: Plan['period']) => {
    const places = offered
      .filter((plan) => plan.period === period)
      .map(({ minorUnits }) => Math.max(1, Math.ceil(total / minorUnits)))
    const different = [...new Set(places)].sort((one, other) => one - other)
    return formatAlternatives(different.map(inOrdinals))
  }
  return `with the ${name('year')} payment of a yearly subscription, or with the ${name('month')} of a monthly subscription`
}
