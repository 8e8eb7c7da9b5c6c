import { describe, expect, it } from 'vitest'
import {
  type Payment,
  subscriptionHistoryKinds,
} from '../../contracts/endpoints/payments-endpoints.ts'
import { planIds } from '../../domain/subscription/plan.ts'
import { currency } from '../../publication/offer.ts'
import {
  describePayment,
  formatHistoryEntry,
  formatPaidPeriod,
  getPaidAmount,
  getSubscriptionName,
  hasReceipt,
} from './payment-text.ts'

const payment: Payment = {
  id: '8XA37460RM239211P',
  at: '2026-11-21T09:00:00.000Z',
  plan: 'annual_99',
  minorUnits: 9900,
  currency,
  credit: 0,
  share: 0,
  excess: 0,
  refunded: 0,
  state: 'paid',
}

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

  it.each<[Partial<Payment>, number | null, readonly string[]]>([
    [{}, 9900, []],
    [{ credit: 2000 }, 7900, ['Charged: $99', 'Credit used: $20']],
    [{ share: 2475 }, 7425, ['Charged: $99', 'Refunded for months you hadn’t used: $24.75']],
    [
      { share: 2475, credit: 2000 },
      5425,
      ['Charged: $99', 'Credit used: $20', 'Refunded for months you hadn’t used: $24.75'],
    ],
    [
      { minorUnits: 19800, excess: 9900 },
      9900,
      ['Charged: $198', 'Refunded because PayPal charged too much: $99'],
    ],
    [{ state: 'refunded', refunded: 9900 }, 0, ['Charged: $99', 'Refunded: $99']],
    [{ state: 'partlyRefunded', refunded: 900 }, 9000, ['Charged: $99', 'Refunded: $9']],
    [{ state: 'partlyRefunded' }, 9900, ['Charged: $99', 'Partly refunded']],
    [{ state: 'pending' }, null, ['Pending: $99']],
    [{ state: 'declined' }, null, ['Declined: $99']],
  ])('describes %j, and says that %j was paid: %j', (changes, paid, notes) => {
    expect(getPaidAmount({ ...payment, ...changes })).toBe(paid)
    expect(describePayment({ ...payment, ...changes })).toEqual(notes)
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
