import { describe, expect, it } from 'vitest'
import { happenings } from '../../contracts/payments.ts'
import { planIds } from '../../domain/plan.ts'
import { happeningInWords, hasReceipt, periodInWords, subscriptionTo } from './payment-words.ts'

describe('payments in words', () => {
  it('say what a payment pays for', () => {
    const at = '2026-11-21T09:00:00.000Z'
    expect(periodInWords({ at, plan: 'international_annual' })).toBe(
      '21 November 2026 to 21 November 2027',
    )
    expect(periodInWords({ at, plan: 'monthly_13' })).toBe('21 November 2026 to 21 December 2026')
    expect(subscriptionTo('student_45')).toBe('Student subscription')
  })

  it('give a receipt for what was paid alone', () => {
    expect(hasReceipt({ state: 'paid' })).toBe(true)
    expect(hasReceipt({ state: 'refunded' })).toBe(true)
    expect(hasReceipt({ state: 'pending' })).toBe(false)
    expect(hasReceipt({ state: 'declined' })).toBe(false)
  })

  it('have words for everything that happens', () => {
    const at = '2026-11-21T09:00:00.000Z'
    for (const what of happenings) {
      for (const plan of [null, ...planIds]) {
        expect(happeningInWords({ at, what, plan })).toMatch(/^[A-Z][^.]+$/)
      }
    }
    expect(happeningInWords({ at, what: 'started', plan: 'annual_99' })).toBe('Subscribed: annual')
  })
})
