import { describe, expect, it } from 'vitest'
import type { SubscriptionResponse } from '../contracts/subscription-endpoints.ts'
import { subscriptionDetails } from '../domain/subscription/subscription-status.ts'
import { describeCancellation, describeSubscription, getAccessEnd } from './subscription-text.ts'

const now = new Date('2026-11-21T12:00:00Z')
const futureDay = '2026-12-03T08:00:00.000Z'
const pastDay = '2026-11-03T08:00:00.000Z'
const laterDay = '2027-02-03T08:00:00.000Z'

const monthly = (known: Partial<SubscriptionResponse>): SubscriptionResponse => ({
  status: 'isSubscribed',
  detail: 'active',
  signedIn: true,
  entitled: true,
  until: null,
  plan: 'monthly_13',
  previousPlan: null,
  paidThrough: futureDay,
  resumesAt: null,
  freeUntil: null,
  giftUntil: null,
  allowedSteps: [],
  ...known,
})

const cases: readonly [
  Partial<SubscriptionResponse>,
  title: string,
  details: string,
  next: string,
][] = [
  [{}, 'You’re subscribed', '', '$13.99 on 3 December 2026'],
  [{ paidThrough: pastDay }, 'You’re subscribed', '', '$13.99, any day now'],
  [
    { resumesAt: laterDay, freeUntil: laterDay },
    'You have a free month',
    'You can read everything, and you won’t be charged before 3 February 2027.',
    '$13.99 on 3 February 2027',
  ],
  [
    { detail: 'cancelled', until: futureDay },
    'You’ve cancelled your subscription',
    'You won’t be charged again. You can read everything until 3 December 2026.',
    'None',
  ],
  [
    { detail: 'cancelled', until: laterDay, freeUntil: laterDay },
    'You’ve cancelled your subscription',
    'You won’t be charged again. You can read everything until 3 February 2027. That includes your free month.',
    'None',
  ],
  [
    { detail: 'cancelled', until: laterDay, giftUntil: laterDay },
    'You’ve cancelled your subscription',
    'You won’t be charged again. You can read everything until 3 February 2027. That includes your gift.',
    'None',
  ],
  [
    { resumesAt: laterDay, giftUntil: laterDay },
    'You’re subscribed',
    'You have a gift. You can read everything, and you won’t be charged before 3 February 2027.',
    '$13.99 on 3 February 2027',
  ],
  [
    { detail: 'gift', plan: null, until: laterDay, giftUntil: laterDay },
    'You have a gift subscription',
    'You can read everything until 3 February 2027. It doesn’t renew. If you subscribe before then, you keep what’s left of your gift.',
    'None',
  ],
  [
    { detail: 'paused', until: futureDay, resumesAt: laterDay, giftUntil: futureDay },
    'Your subscription is paused',
    'You can read everything until 3 December 2026. That includes your gift. It resumes automatically on 3 February 2027.',
    '$13.99 on 3 February 2027',
  ],
  [
    { detail: 'paused', until: futureDay, resumesAt: laterDay },
    'Your subscription pauses on 3 December 2026',
    'You can read everything until 3 December 2026. It resumes automatically on 3 February 2027.',
    '$13.99 on 3 February 2027',
  ],
  [
    { detail: 'paused', paidThrough: pastDay, resumesAt: laterDay },
    'Your subscription is paused',
    'You can’t read subscriber stories while it’s paused. It resumes automatically on 3 February 2027.',
    '$13.99 on 3 February 2027',
  ],
]

describe('describeSubscription', () => {
  it.each(cases)('describes %j: %s', (known, title, details, next) => {
    const text = describeSubscription(monthly(known), now)
    expect(text).toMatchObject({ title, details })
    const { plan = 'monthly_13', giftUntil } = known
    expect(text.facts).toEqual([
      ...(plan ? [['Plan', 'Monthly, $13.99 a month']] : []),
      ...(giftUntil ? [['Gift', expect.stringMatching(/^Until \d+ \w+ 20\d\d$/)]] : []),
      ['Next payment', next],
    ])
  })

  it('names the amount due after a failed payment, and the time that is left', () => {
    const text = describeSubscription(monthly({ detail: 'paymentFailed', until: futureDay }), now)
    expect(text.details).toContain('You can still read everything until 3 December 2026.')
    expect(text.facts).toContainEqual(['Amount due', '$13.99'])
    const overdue = describeSubscription(monthly({ detail: 'paymentFailed' }), now)
    expect(overdue.details).toContain('You can’t read subscriber stories until it’s paid.')
  })

  it('describes every status, with and without a plan and dates', () => {
    for (const detail of subscriptionDetails) {
      for (const known of [{}, { plan: null, paidThrough: null }, { until: futureDay }]) {
        const { title, details, facts } = describeSubscription(monthly({ ...known, detail }), now)
        const text = [title, details, ...facts.flat()].filter(Boolean).join(' ')
        expect(text).not.toMatch(/undefined|null|Invalid/)
        expect(title).toMatch(/^[A-Z].*[^.]$/)
        expect(details).toMatch(/^$|\.$/)
      }
    }
  })
})

describe('describeCancellation', () => {
  it('promises access to the end of the paid period', () => {
    expect(getAccessEnd(monthly({}), now)).toEqual(new Date(futureDay))
    expect(describeCancellation(monthly({}), now)).toContain('until 3 December 2026')
    const paidUp = monthly({ paidThrough: pastDay })
    expect(getAccessEnd(paidUp, now)).toBeNull()
    expect(describeCancellation(paidUp, now)).toContain('ends straight away')
  })

  it('keeps the free month', () => {
    const held = monthly({ resumesAt: laterDay, freeUntil: laterDay, paidThrough: laterDay })
    expect(describeCancellation(held, now)).toContain('until 3 February 2027')
    expect(describeCancellation(held, now)).toContain('You keep your free month.')
  })
})
