import { describe, expect, it } from 'vitest'
import { describeEntry, describeHistory, historyEntrySchema } from './subscription-history.ts'

const at = new Date('2026-03-01T10:00:00Z')
const entry = (from: string, to: string, fields: object = {}) =>
  historyEntrySchema.parse({ at, kind: 'providerSynced', from, to, ...fields })

describe('the history that readers see', () => {
  it.each<[string | null, string, string, object?]>([
    ['started', 'none', 'active', { paymentAt: at }],
    ['started', 'ended', 'active'],
    ['renewed', 'active', 'active', { paymentAt: at }],
    ['cancelled', 'active', 'ending', { kind: 'cancel' }],
    ['paused', 'active', 'paused', { kind: 'pause' }],
    ['offerAccepted', 'active', 'active', { kind: 'acceptOffer' }],
    ['resumed', 'paused', 'active', { kind: 'timePassed' }],
    ['resumed', 'ending', 'active', { kind: 'reactivate' }],
    ['paymentFailed', 'active', 'paymentFailed'],
    ['paymentFixed', 'paymentFailed', 'active', { paymentAt: at }],
    ['refunded', 'active', 'ended', { kind: 'refunded' }],
    ['refunded', 'ending', 'ending', { refundedAt: at }],
    ['refunded', 'active', 'active', { surplus: 'I-2' }],
    ['disputed', 'active', 'disputed', { kind: 'disputed' }],
    ['disputeWon', 'disputed', 'active', { kind: 'disputeWon' }],
    ['planChanged', 'active', 'active', { previousPlan: 'monthly_13' }],
    ['complimentary', 'none', 'none', { kind: 'grant', until: at }],
    ['ended', 'ending', 'ended', { kind: 'timePassed' }],
    [null, 'none', 'none', { kind: 'grant' }],
    [null, 'active', 'active'],
    [null, 'active', 'active', { surplus: 'I-2', surplusReason: 'planChangeOutdated' }],
  ])('has %s for a change from %s to %s with %o', (kind, from, to, fields) => {
    expect(describeEntry(entry(from, to, fields))).toBe(kind)
  })

  it('has the latest entry first, and omits entries without a change', () => {
    const later = new Date(at.getTime() + 1)
    const plan = 'monthly_13'
    const history = describeHistory([
      entry('none', 'active', { plan }),
      entry('active', 'active'),
      entry('active', 'ending', { plan, at: later }),
    ])
    expect(history).toEqual([
      { at: later.toISOString(), kind: 'cancelled', plan },
      { at: at.toISOString(), kind: 'started', plan },
    ])
  })
})
