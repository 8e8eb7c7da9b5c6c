import { describe, expect, it } from 'vitest'
import { subscriptionHistoryKinds } from '../../contracts/payments-endpoints.ts'
import { planIds } from '../../domain/subscription/plan.ts'
import {
  formatHistoryEntry,
  formatPaidPeriod,
  getSubscriptionName,
  hasReceipt,
} from './payment-text.ts'

describe('payment text', () => {
  it('names the paid period', () => {
    const at = '2026-11-21T09:00:00.000Z'
    expect(formatPaidPeriod({ at, plan: 'international_annual' })).toBe(
      '21 November 2026 to 21 November 2027',
    )
    expect(formatPaidPeriod({ at, plan: 'monthly_13' })).toBe(
      '21 November 2026 to 21 December 2026',
    )
    expect(getSubscriptionName('student_45')).toBe('Student subscription')
  })

  it('offers receipts only for paid payments', () => {
    expect(hasReceipt({ state: 'paid' })).toBe(true)
    expect(hasReceipt({ state: 'refunded' })).toBe(true)
    expect(hasReceipt({ state: 'pending' })).toBe(false)
    expect(hasReceipt({ state: 'declined' })).toBe(false)
  })

  it('has words for every kind of entry', () => {
    const at = '2026-11-21T09:00:00.000Z'
    for (const kind of subscriptionHistoryKinds) {
      for (const plan of [null, ...planIds]) {
        expect(formatHistoryEntry({ at, kind, plan })).toMatch(/^[A-Z][^.]+$/)
      }
    }
    expect(formatHistoryEntry({ at, kind: 'started', plan: 'annual_99' })).toBe(
      'Subscribed: annual',
    )
  })
})
