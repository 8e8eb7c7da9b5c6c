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
  may: [],
  ...known,
})

const cases: readonly [Partial<SubscriptionResponse>, title: string, more: string, next: string][] =
  [
    [{}, 'You are subscribed', '', '$13.99 on 3 December 2026'],
    [{ paidThrough: gone }, 'You are subscribed', '', '$13.99, any day'],
    [
      { resumesAt: later },
      'A free month is yours',
      'Nothing is charged before 3 February 2027, and every story is open as before.',
      '$13.99 on 3 February 2027',
    ],
    [
      { detail: 'cancelled', until: coming },
      'You have cancelled',
      'Every story stays open to you until 3 December 2026, and nothing more is charged.',
      'None',
    ],
    [
      { detail: 'paused', until: coming, resumesAt: later },
      'Your subscription is paused',
      'You can read until 3 December 2026. It goes on by itself on 3 February 2027.',
      '$13.99 on 3 February 2027',
    ],
    [
      { detail: 'paused', paidThrough: gone, resumesAt: later },
      'Your subscription is paused',
      'Until it goes on, closed stories are closed. It goes on by itself on 3 February 2027.',
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
    expect(said.more).toMatch(/^You can read until 3 December 2026\./)
    expect(said.facts).toContainEqual(['To be paid', '$13.99'])
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
    expect(cancellingInWords(paidUp, now)).toMatch(/^It ends at once, because no paid time is left/)
  })

  it('says that the free month goes as well', () => {
    expect(cancellingInWords(monthly({ resumesAt: later }), now)).toContain('The free month goes')
    const held = monthly({ resumesAt: later, paidThrough: gone })
    expect(cancellingInWords(held, now)).toContain('what is left of the free month')
  })
})
