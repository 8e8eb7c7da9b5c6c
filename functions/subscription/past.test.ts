import { describe, expect, it } from 'vitest'
import { happeningOf, pastSchema, toldOf } from './past.ts'

const at = new Date('2026-03-01T10:00:00Z')
const past = (fields: object) => pastSchema.parse({ at, what: 'observed', ...fields })
const states = (from: string, to: string) => ({ from, to })

describe('what readers are told of their past', () => {
  it.each([
    ['started', { ...states('none', 'active'), paymentAt: at }],
    ['started', states('ended', 'active')],
    ['renewed', { ...states('active', 'active'), paymentAt: at }],
    ['cancelled', { ...states('active', 'ending'), what: 'cancel' }],
    ['paused', { ...states('active', 'paused'), what: 'pause' }],
    ['offerTaken', { ...states('active', 'active'), what: 'takeOffer' }],
    ['resumed', { ...states('paused', 'active'), what: 'timePassed' }],
    ['resumed', { ...states('ending', 'active'), what: 'reactivate' }],
    ['paymentFailed', states('active', 'paymentFailed')],
    ['paymentMended', { ...states('paymentFailed', 'active'), paymentAt: at }],
    ['refunded', { ...states('active', 'ended'), what: 'refunded' }],
    ['refunded', { ...states('ending', 'ending'), givenBackAt: at }],
    ['refunded', { ...states('active', 'active'), surplus: 'I-2' }],
    ['disputed', { ...states('active', 'disputed'), what: 'disputed' }],
    ['disputeWon', { ...states('disputed', 'active'), what: 'disputeWon' }],
    ['complimentary', { ...states('none', 'none'), what: 'grant', until: at }],
    ['ended', { ...states('ending', 'ended'), what: 'timePassed' }],
    [null, { ...states('none', 'none'), what: 'grant' }],
    [null, states('active', 'active')],
  ])('%s: %o', (what, fields) => {
    expect(happeningOf(past(fields))).toBe(what)
  })

  it('comes with the latest first, and without what is none of an event', () => {
    const later = new Date(at.getTime() + 1)
    const told = toldOf([
      past({ ...states('none', 'active'), plan: 'monthly_13' }),
      past(states('active', 'active')),
      past({ ...states('active', 'ending'), at: later, plan: 'monthly_13' }),
    ])
    expect(told).toEqual([
      { at: later.toISOString(), what: 'cancelled', plan: 'monthly_13' },
      { at: at.toISOString(), what: 'started', plan: 'monthly_13' },
    ])
  })
})
