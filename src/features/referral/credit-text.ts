import type { ReferralResponse } from '../../contracts/endpoints/referral-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { formatMoney } from '../../domain/money.ts'
import { currency } from '../../publication/offer.ts'

export const formatCredit = (minorUnits: number) => formatMoney({ minorUnits, currency })

/** Returns the reader's credit as a headline and a sentence. */
export function describeCredit({
  available,
  pending,
  used,
  nextEarnsAt,
}: Pick<ReferralResponse, 'available' | 'pending' | 'used' | 'nextEarnsAt'>): {
  readonly amount: string
  readonly explanation: string
} {
  const amount = formatCredit(available)
  if (available > 0) return { amount, explanation: 'off your next payment' }
  if (pending > 0 && nextEarnsAt) {
    const day = formatDay(new Date(nextEarnsAt))
    return { amount: formatCredit(pending), explanation: `on its way, available from ${day}` }
  }
  return { amount, explanation: used > 0 ? 'credit left' : 'credit so far' }
}
