import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { standing } from './standing.ts'
import { paymentGrace, subscriptionRecordSchema, type subscriptionSchema } from './subscription.ts'

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
      plan: null,
      paidThrough: null,
      resumesAt: null,
      freeUntil: null,
      may: ['subscribe'],
    })
  })

  const own = { plan: 'annual_99', provider: 'I-1' } as const
  const paid = { ...own, paidThrough: at(hour) }
  const over = { ...own, paidThrough: at(-hour) }
  const stoppedAt = at(-9 * hour)
  const resumesAt = at(9 * hour)
  const failed = (failedAt: Date) => ({ state: 'paymentFailed', ...over, failedAt }) as const
  type Row = [string, z.input<typeof subscriptionSchema>, string, string, boolean, Date | null]
  const table: Row[] = [
    ['active', { state: 'active', ...paid }, 'isSubscribed', 'active', true, null],
    [
      'active with a renewal that has not arrived',
      { state: 'active', ...over },
      'isSubscribed',
      'active',
      true,
      null,
    ],
    ['ending', { state: 'ending', ...paid, stoppedAt }, 'isEnding', 'cancelled', true, at(hour)],
    [
      'ended by time',
      { state: 'ending', ...own, paidThrough: now, stoppedAt },
      'needsToRestart',
      'ended',
      false,
      null,
    ],
    [
      'paused within the paid time',
      { state: 'paused', ...paid, stoppedAt, resumesAt },
      'isSubscribed',
      'paused',
      true,
      at(hour),
    ],
    [
      'paused after the paid time',
      { state: 'paused', ...over, stoppedAt, resumesAt },
      'isEnding',
      'paused',
      false,
      null,
    ],
    [
      'failed payment within the grace',
      failed(at(hour - paymentGrace)),
      'needsToRestart',
      'paymentFailed',
      true,
      at(hour),
    ],
    [
      'failed payment after the grace',
      failed(at(-paymentGrace)),
      'needsToRestart',
      'paymentFailed',
      false,
      null,
    ],
    [
      'a payment taken back',
      { state: 'disputed', ...paid, stoppedAt },
      'needsToRestart',
      'disputed',
      false,
      null,
    ],
    [
      'ended',
      { state: 'ended', ...over, stoppedAt, endedAt: at(-hour) },
      'needsToRestart',
      'ended',
      false,
      null,
    ],
  ]
  it.each(table)('%s', (_name, subscription, status, detail, entitled, until) => {
    const record = subscriptionRecordSchema.parse({ subscription })
    expect(standing(record, now)).toMatchObject({ status, detail, entitled, until })
  })

  it.each(table)('with a grant: %s', (_name, subscription, status, detail, entitled, until) => {
    const granted = subscriptionRecordSchema.parse({ subscription, complimentaryUntil: at(1) })
    const isOver = subscriptionRecordSchema.parse({ subscription, complimentaryUntil: now })
    const alone = { status, detail, entitled, until }
    const complimentary = {
      status: 'isSubscribed',
      detail: 'complimentary',
      entitled: true,
      until: at(1),
    }
    expect(standing(granted, now)).toMatchObject(entitled ? alone : complimentary)
    expect(standing(isOver, now)).toMatchObject(alone)
  })

  const active = { state: 'active', ...paid } as const
  const may: [string, z.input<typeof subscriptionSchema> | null, string[]][] = [
    ['nobody', null, ['subscribe']],
    ['a subscriber', active, ['cancel', 'pause', 'takeOffer']],
    [
      'one who has had the free month',
      { ...active, offerTakenAt: at(-hour), heldUntil: at(hour) },
      ['cancel', 'pause'],
    ],
    ['one who has left', { state: 'ending', ...paid, stoppedAt }, ['reactivate']],
    [
      'one who has left where it cannot be taken back',
      { state: 'ending', ...paid, stoppedAt, isFinal: true },
      ['subscribe'],
    ],
    // The clock comes within a minute, and nobody waits for it.
    ['one whose paid time is over', { state: 'ending', ...over, stoppedAt }, ['subscribe']],
    [
      'one who pauses',
      { state: 'paused', ...over, stoppedAt, resumesAt },
      ['cancel', 'reactivate'],
    ],
    ['one whose payment failed', failed(at(-hour)), ['cancel', 'mend']],
    ['one whose payment is disputed', { state: 'disputed', ...paid, stoppedAt }, []],
    ['one who is gone', { state: 'ended', ...over, stoppedAt, endedAt: now }, ['subscribe']],
  ]
  it.each(may)('says what %s may do', (_name, subscription, steps) => {
    const record = subscription && subscriptionRecordSchema.parse({ subscription })
    expect(standing(record, now).may).toEqual(steps)
  })

  it('says when billing goes on that stands still', () => {
    const paused = { state: 'paused', ...over, stoppedAt, resumesAt } as const
    for (const subscription of [paused, { ...active, heldUntil: resumesAt }]) {
      const record = subscriptionRecordSchema.parse({ subscription })
      expect(standing(record, now).resumesAt).toEqual(resumesAt)
    }
  })

  it('never says until when without an entitlement, and never an instant that is over', () => {
    const instant = fc.integer({ min: -40 * 24, max: 40 * 24 }).map((hours) => at(hours * hour))
    const record = fc.record({
      subscription: fc.record({
        state: fc.constantFrom('active', 'ending', 'paused', 'paymentFailed', 'disputed', 'ended'),
        plan: fc.constant('monthly_13'),
        provider: fc.constant('I-1'),
        paidThrough: instant,
        stoppedAt: instant,
        resumesAt: instant,
        failedAt: instant,
        endedAt: instant,
      }),
      complimentaryUntil: fc.option(instant),
    })
    fc.assert(
      fc.property(record, (given) => {
        const { until, entitled } = standing(subscriptionRecordSchema.parse(given), now)
        if (until) expect(entitled && until > now).toBe(true)
      }),
    )
  })
})
