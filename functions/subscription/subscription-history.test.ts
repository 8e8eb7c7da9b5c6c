import { describe, expect, it } from 'vitest'
import { describeEntry, describeHistory, historyEntrySchema } from './subscription-history.ts'

const at = new Date('2026-03-01T10:00:00Z')
const entry = (fields: object) =>
  historyEntrySchema.parse({ at, kind: 'providerSynced', ...fields })
const transition = (from: string, to: string) => ({ from, to })
const unchanged = transition('active', 'active')

describe('the history that readers see', () => {
  it.each([
    ['started', { ...transition('none', 'active'), paymentAt: at }],
    ['started', transition('ended', 'active')],
    ['renewed', { ...transition('active', 'active'), paymentAt: at }],
    ['cancelled', { ...transition('active', 'ending'), kind: 'cancel' }],
    ['paused', { ...transition('active', 'paused'), kind: 'pause' }],
    ['offerAccepted', { ...transition('active', 'active'), kind: 'acceptOffer' }],
    ['resumed', { ...transition('paused', 'active'), kind: 'timePassed' }],
    ['resumed', { ...transition('ending', 'active'), kind: 'reactivate' }],
    ['paymentFailed', transition('active', 'paymentFailed')],
    ['paymentFixed', { ...transition('paymentFailed', 'active'), paymentAt: at }],
    ['refunded', { ...transition('active', 'ended'), kind: 'refunded' }],
    ['refunded', { ...transition('ending', 'ending'), refundedAt: at }],
    ['refunded', { ...transition('active', 'active'), surplus: 'I-2' }],
    ['disputed', { ...transition('active', 'disputed'), kind: 'disputed' }],
    ['disputeWon', { ...transition('disputed', 'active'), kind: 'disputeWon' }],
    ['planChanged', { ...transition('active', 'active'), previousPlan: 'monthly_13' }],
    ['complimentary', { ...transition('none', 'none'), kind: 'grant', until: at }],
    ['ended', { ...transition('ending', 'ended'), kind: 'timePassed' }],
    [null, { ...transition('none', 'none'), kind: 'grant' }],
    [null, transition('active', 'active')],
    [null, { ...unchanged, surplus: 'I-2', surplusReason: 'planChangeOutdated' }],
  ])('%s: %o', (kind, fields) => {
    expect(describeEntry(entry(fields))).toBe(kind)
  })

  it('has the latest first, and omits entries without a change', () => {
    const later = new Date(at.getTime() + 1)
    const history = describeHistory([
      entry({ ...transition('none', 'active'), plan: 'monthly_13' }),
      entry(transition('active', 'active')),
      entry({ ...transition('active', 'ending'), at: later, plan: 'monthly_13' }),
    ])
    expect(history).toEqual([
      { at: later.toISOString(), kind: 'cancelled', plan: 'monthly_13' },
      { at: at.toISOString(), kind: 'started', plan: 'monthly_13' },
    ])
  })
})
