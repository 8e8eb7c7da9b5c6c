import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentGrace, type Subscription, standing, subscriptionSchema } from './subscription.ts'

const now = new Date('2026-11-20T12:00:00Z')
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const hour = 60 * 60 * 1000

describe('where a reader stands', () => {
  it('has a name for nobody’s subscription', () => {
    expect(standing(null, now)).toEqual({
      status: 'notSubscribed',
      detail: 'none',
      entitled: false,
      until: null,
    })
  })

  const plan = 'annual_99'
  const table: [string, Subscription, string, string, boolean, Date | null][] = [
    [
      'active',
      { state: 'active', plan, paidThrough: at(hour) },
      'isSubscribed',
      'active',
      true,
      null,
    ],
    [
      'active with a renewal that has not arrived',
      { state: 'active', plan, paidThrough: at(-hour) },
      'isSubscribed',
      'active',
      true,
      null,
    ],
    [
      'ending',
      { state: 'ending', plan, paidThrough: at(hour) },
      'isEnding',
      'cancelled',
      true,
      at(hour),
    ],
    [
      'ended by time',
      { state: 'ending', plan, paidThrough: at(0) },
      'needsToRestart',
      'ended',
      false,
      null,
    ],
    [
      'paused within the paid time',
      { state: 'paused', plan, paidThrough: at(hour), resumesAt: at(9 * hour) },
      'isEnding',
      'paused',
      true,
      at(hour),
    ],
    [
      'paused after the paid time',
      { state: 'paused', plan, paidThrough: at(-hour), resumesAt: at(9 * hour) },
      'isEnding',
      'paused',
      false,
      null,
    ],
    [
      'failed payment within the grace',
      { state: 'paymentFailed', plan, failedAt: at(hour - paymentGrace) },
      'needsToRestart',
      'paymentFailed',
      true,
      at(hour),
    ],
    [
      'failed payment after the grace',
      { state: 'paymentFailed', plan, failedAt: at(-paymentGrace) },
      'needsToRestart',
      'paymentFailed',
      false,
      null,
    ],
    ['ended', { state: 'ended', plan, endedAt: at(-hour) }, 'needsToRestart', 'ended', false, null],
    [
      'complimentary',
      { state: 'complimentary', until: at(hour) },
      'isSubscribed',
      'complimentary',
      true,
      at(hour),
    ],
    [
      'complimentary, over',
      { state: 'complimentary', until: at(-1) },
      'needsToRestart',
      'ended',
      false,
      null,
    ],
  ]
  it.each(table)('%s', (_name, subscription, status, detail, entitled, until) => {
    expect(standing(subscription, now)).toEqual({ status, detail, entitled, until })
  })

  it('never says until when without an entitlement, and never an instant that is over', () => {
    const instant = fc.integer({ min: -40 * 24, max: 40 * 24 }).map((hours) => at(hours * hour))
    const subscription: fc.Arbitrary<Subscription> = fc.oneof(
      fc.record({
        state: fc.constantFrom('active' as const, 'ending' as const),
        plan: fc.constant('monthly_13' as const),
        paidThrough: instant,
      }),
      fc.record({
        state: fc.constant('paused' as const),
        plan: fc.constant('monthly_13' as const),
        paidThrough: instant,
        resumesAt: instant,
      }),
      fc.record({
        state: fc.constant('paymentFailed' as const),
        plan: fc.constant('monthly_13' as const),
        failedAt: instant,
      }),
      fc.record({ state: fc.constant('complimentary' as const), until: instant }),
    )
    fc.assert(
      fc.property(subscription, (given) => {
        const { until, entitled } = standing(subscriptionSchema.parse(given), now)
        if (until) expect(entitled && until > now).toBe(true)
      }),
    )
  })
})
