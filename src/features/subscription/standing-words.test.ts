import { describe, expect, it } from 'vitest'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { subscriptionDetails } from '../../domain/subscription-status.ts'
import { cancellingInWords, endOfReading, standingInWords } from './standing-words.ts'

const now = new Date('2026-11-21T12:00:00Z')
const coming = '2026-12-03T08:00:00.000Z'
const gone = '2026-11-03T08:00:00.000Z'
const later = '2027-02-03T08:00:00.000Z'

const monthly = (known: Partial<SubscriptionResponse>): SubscriptionResponse => ({
  status: 'isSubscribed',
  detail: 'active',
  signedIn: true,
  entitled: true,
  until: null,
  plan: 'monthly_13',
  paidThrough: coming,
  resumesAt: null,
  freeUntil: null,
  may: [],
  ...known,
})

const cases: readonly [Partial<SubscriptionResponse>, title: string, more: string, next: string][] =
  [
    [{}, 'You’re subscribed', '', '$13.99 on 3 December 2026'],
    [{ paidThrough: gone }, 'You’re subscribed', '', '$13.99, any day'],
    [
      { resumesAt: later, freeUntil: later },
      'You have a free month',
      'You can read everything, and you won’t be charged before 3 February 2027.',
      '$13.99 on 3 February 2027',
    ],
    [
      { detail: 'cancelled', until: coming },
      'You’ve cancelled your subscription',
      'You won’t be charged again. You can read everything until 3 December 2026.',
      'None',
    ],
    [
      { detail: 'cancelled', until: later, freeUntil: later },
      'You’ve cancelled your subscription',
      'You won’t be charged again. You can read everything until 3 February 2027. That includes your free month.',
      'None',
    ],
    [
      { detail: 'paused', until: coming, resumesAt: later },
      'Your subscription pauses on 3 December 2026',
      'You can read everything until 3 December 2026. It resumes automatically on 3 February 2027.',
      '$13.99 on 3 February 2027',
    ],
    [
      { detail: 'paused', paidThrough: gone, resumesAt: later },
      'Your subscription is paused',
      'You can’t read subscriber stories while it’s paused. It resumes automatically on 3 February 2027.',
      '$13.99 on 3 February 2027',
    ],
  ]

describe('standingInWords', () => {
  it.each(cases)('says of %j: %s', (known, title, more, next) => {
    const said = standingInWords(monthly(known), now)
    expect(said).toMatchObject({ title, more })
    expect(Object.fromEntries(said.facts)).toEqual({
      Plan: 'Monthly, $13.99 a month',
      'Next payment': next,
    })
  })

  it('names what has to be paid where a payment failed, and until when there is time', () => {
    const said = standingInWords(monthly({ detail: 'paymentFailed', until: coming }), now)
    expect(said.more).toContain('You can still read everything until 3 December 2026.')
    expect(said.facts).toContainEqual(['Amount due', '$13.99'])
  })

  it('says something whole of every standing, with and without a plan and dates', () => {
    for (const detail of subscriptionDetails) {
      for (const known of [{}, { plan: null, paidThrough: null }, { until: coming }]) {
        const { title, more, facts } = standingInWords(monthly({ ...known, detail }), now)
        const said = [title, more, ...facts.flat()].filter(Boolean).join(' ')
        expect(said).not.toMatch(/undefined|null|Invalid/)
        expect(title).toMatch(/^[A-Z].*[^.]$/)
        expect(more).toMatch(/^$|\.$/)
      }
    }
  })
})

describe('cancellingInWords', () => {
  it('promises reading to the end of what is paid, and no longer', () => {
    expect(endOfReading(monthly({}), now)).toEqual(new Date(coming))
    expect(cancellingInWords(monthly({}), now)).toContain('until 3 December 2026')
    const paidUp = monthly({ paidThrough: gone })
    expect(endOfReading(paidUp, now)).toBeNull()
    expect(cancellingInWords(paidUp, now)).toContain('ends straight away')
  })

  it('promises the free month, which cancelling keeps', () => {
    const held = monthly({ resumesAt: later, freeUntil: later, paidThrough: later })
    expect(cancellingInWords(held, now)).toContain('until 3 February 2027')
    expect(cancellingInWords(held, now)).toContain('You keep your free month.')
  })
})
