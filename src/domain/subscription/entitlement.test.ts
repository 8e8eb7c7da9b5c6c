import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { resolveEntitlement } from './entitlement.ts'
import {
  paymentGracePeriod,
  subscriptionRecordSchema,
  type subscriptionSchema,
} from './subscription.ts'

const now = new Date('2026-11-20T12:00:00Z')
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const hour = 60 * 60 * 1000

describe('an entitlement', () => {
  it('has a default without a subscription', () => {
    expect(resolveEntitlement(null, now)).toEqual({
      status: 'notSubscribed',
      detail: 'none',
      entitled: false,
      until: null,
      plan: null,
      previousPlan: null,
      paidThrough: null,
      resumesAt: null,
      freeUntil: null,
      giftUntil: null,
      allowedSteps: ['subscribe'],
    })
  })

  const baseFields = { plan: 'annual_99', provider: 'I-1' } as const
  const paid = { ...baseFields, paidThrough: at(hour) }
  const pastSubscription = { ...baseFields, paidThrough: at(-hour) }
  const stoppedAt = at(-9 * hour)
  const resumesAt = at(9 * hour)
  const failed = (failedAt: Date) =>
    ({ state: 'paymentFailed', ...pastSubscription, failedAt }) as const
  const active = { state: 'active', ...paid } as const
  const overdue = { state: 'active', ...pastSubscription } as const
  const ending = { state: 'ending', ...paid, stoppedAt } as const
  const endedByTime = { ...ending, paidThrough: now }
  const paused = { state: 'paused', ...paid, stoppedAt, resumesAt } as const
  const pausedLater = { ...paused, ...pastSubscription }
  const inGracePeriod = failed(at(hour - paymentGracePeriod))
  const afterGracePeriod = failed(at(-paymentGracePeriod))
  const disputed = { state: 'disputed', ...paid, stoppedAt } as const
  const ended = { state: 'ended', ...pastSubscription, stoppedAt, endedAt: at(-hour) } as const
  type Row = [string, z.input<typeof subscriptionSchema>, string, string, boolean, Date | null]
  const table: Row[] = [
    ['active', active, 'isSubscribed', 'active', true, null],
    ['active, with a late renewal', overdue, 'isSubscribed', 'active', true, null],
    ['ending', ending, 'isEnding', 'cancelled', true, at(hour)],
    ['ended by time', endedByTime, 'needsToRestart', 'ended', false, null],
    ['paused, in the paid period', paused, 'isSubscribed', 'paused', true, at(hour)],
    ['paused, after the paid period', pausedLater, 'isEnding', 'paused', false, null],
    ['failed, in grace', inGracePeriod, 'needsToRestart', 'paymentFailed', true, at(hour)],
    ['failed, after grace', afterGracePeriod, 'needsToRestart', 'paymentFailed', false, null],
    ['disputed', disputed, 'needsToRestart', 'disputed', false, null],
    ['ended', ended, 'needsToRestart', 'ended', false, null],
  ]
  it.each(table)('%s', (_name, subscription, status, detail, entitled, until) => {
    const record = subscriptionRecordSchema.parse({ subscription })
    expect(resolveEntitlement(record, now)).toMatchObject({ status, detail, entitled, until })
  })

  it.each(table)('with a grant: %s', (_name, subscription, status, detail, entitled, until) => {
    const granted = subscriptionRecordSchema.parse({ subscription, complimentaryUntil: at(1) })
    const isOver = subscriptionRecordSchema.parse({ subscription, complimentaryUntil: now })
    const own = { status, detail, entitled, until }
    const given = { status: 'isSubscribed', detail: 'complimentary', entitled: true, until: at(1) }
    expect(resolveEntitlement(granted, now)).toMatchObject(entitled ? own : given)
    expect(resolveEntitlement(isOver, now)).toMatchObject(own)
  })

  const offered = { ...active, offerAcceptedAt: at(-hour), heldUntil: at(hour) }
  const may: [string, z.input<typeof subscriptionSchema> | null, string[]][] = [
    ['a reader without a subscription', null, ['subscribe']],
    ['a subscriber', active, ['cancel', 'pause', 'acceptOffer']],
    ['a subscriber who has had the free month', offered, ['cancel', 'pause']],
    ['a reader who has cancelled', ending, ['reactivate']],
    ['a reader whose cancellation is final', { ...ending, isFinal: true }, ['subscribe']],
    // Without waiting up to a minute for the cron job.
    ['a reader whose paid period is over', { ...ending, ...pastSubscription }, ['subscribe']],
    ['a reader who has paused', pausedLater, ['cancel', 'reactivate']],
    ['a reader whose payment failed', failed(at(-hour)), ['cancel', 'retryPayment']],
    ['a reader whose payment is disputed', disputed, []],
    ['a reader whose subscription has ended', { ...ended, endedAt: now }, ['subscribe']],
  ]
  it.each(may)('says what %s may do', (_name, subscription, allowedSteps) => {
    const record = subscription && subscriptionRecordSchema.parse({ subscription })
    expect(resolveEntitlement(record, now).allowedSteps).toEqual(allowedSteps)
  })

  it('has the date when held billing resumes', () => {
    for (const subscription of [pausedLater, { ...active, heldUntil: resumesAt }]) {
      const record = subscriptionRecordSchema.parse({ subscription })
      expect(resolveEntitlement(record, now).resumesAt).toEqual(resumesAt)
    }
  })

  it('has an end only while entitled, and only in the future', () => {
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
      fc.property(record, (fields) => {
        const stored = subscriptionRecordSchema.parse(fields)
        const { until, entitled } = resolveEntitlement(stored, now)
        if (until) expect(entitled && until > now).toBe(true)
      }),
    )
  })
})
