import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day } from '../duration.ts'
import { confirmEntry } from './confirm-entry.ts'
import {
  initialFields,
  maxSoftBounces,
  type NewsletterEntry,
  newsletterEntrySchema,
  unsubscribeEntry,
} from './newsletter-entry.ts'
import { setPause } from './pause.ts'
import { getExclusion, recordDeliveryProblem, softBounceLimit } from './suppression.ts'

const start = new Date('2026-11-01T08:00:00Z')
const daysLater = (days: number) => new Date(start.getTime() + days * day)
const consent = { consentedAt: start, ip: '', userAgent: '' }

const entry: NewsletterEntry = {
  ...initialFields,
  ...consent,
  email: 'reader@example.com',
  state: 'confirmed',
  source: 'footer',
  uid: 'one',
}

const bounceOn = (...days: number[]) =>
  days.reduce<NewsletterEntry>(
    (bounced, at) => recordDeliveryProblem(bounced, 'softBounce', daysLater(at)) ?? bounced,
    entry,
  )

describe('an issue', () => {
  it.each<[string, Partial<NewsletterEntry>, ReturnType<typeof getExclusion>]>([
    ['is sent to a confirmed address', {}, null],
    ['isn’t sent before the address is confirmed', { state: 'pending' }, 'pending'],
    ['isn’t sent after unsubscribing', { state: 'unsubscribed' }, 'unsubscribed'],
    ['isn’t sent after a complaint', { state: 'unsubscribed', complainedAt: start }, 'complaint'],
    [
      'isn’t sent during a new request after a complaint',
      { state: 'pending', complainedAt: start },
      'complaint',
    ],
    ['isn’t sent to a mailbox that doesn’t exist', { hardBouncedAt: start }, 'hardBounce'],
    ['isn’t sent during a pause', { pausedUntil: daysLater(11) }, 'paused'],
    ['is sent after a pause', { pausedUntil: daysLater(10) }, null],
  ])('%s', (_, changes, reason) => {
    expect(getExclusion({ ...entry, ...changes }, daysLater(10))).toBe(reason)
  })
})

describe('soft bounces', () => {
  it('stop issues after the third in thirty days, and expire by themselves', () => {
    const { count, days } = softBounceLimit
    expect([count, days]).toEqual([3, 30])
    expect(getExclusion(bounceOn(1, 8), daysLater(8))).toBeNull()
    const stopped = bounceOn(1, 8, 15)
    expect(getExclusion(stopped, daysLater(15))).toBe('softBounces')
    expect(getExclusion(stopped, daysLater(30.9))).toBe('softBounces')
    expect(getExclusion(stopped, daysLater(31))).toBeNull()
  })

  it('count once for one delivery, in any order', () => {
    expect(bounceOn(1, 1, 1.3, 0.9).softBounces).toEqual([daysLater(1)])
    expect(bounceOn(15, 1, 8)).toEqual(bounceOn(1, 8, 15))
  })

  it('can always be stored, whatever arrives', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 })), (days) => {
        const bounced = bounceOn(...days)
        expect(newsletterEntrySchema.parse(bounced)).toEqual(bounced)
        expect(bounced.softBounces.length).toBeLessThanOrEqual(maxSoftBounces)
      }),
    )
  })
})

describe('a complaint or a hard bounce', () => {
  it('stops all issues immediately, and changes nothing when it is repeated', () => {
    const complained = recordDeliveryProblem(entry, 'complaint', daysLater(7))!
    expect(complained).toMatchObject({ state: 'unsubscribed', complainedAt: daysLater(7) })
    expect(recordDeliveryProblem(complained, 'complaint', daysLater(8))).toBeNull()
    const bounced = recordDeliveryProblem(entry, 'hardBounce', daysLater(7))!
    expect(getExclusion(bounced, daysLater(400))).toBe('hardBounce')
    expect(recordDeliveryProblem(bounced, 'hardBounce', daysLater(8))).toBeNull()
  })

  it('ends when the owner confirms again, and doesn’t return because of an earlier email', () => {
    for (const problem of ['complaint', 'hardBounce', 'softBounce'] as const) {
      const stopped = recordDeliveryProblem(bounceOn(1, 3), problem, daysLater(5))!
      const confirmation = { ...consent, consentedAt: daysLater(8) }
      const requested = { ...stopped, state: 'pending', consentedAt: daysLater(7) } as const
      const confirmed = confirmEntry(requested, confirmation, daysLater(7))!
      expect(getExclusion(confirmed, daysLater(8))).toBeNull()
      expect(recordDeliveryProblem(confirmed, problem, daysLater(7.5))).toBeNull()
      expect(recordDeliveryProblem(confirmed, problem, daysLater(9))).not.toBeNull()
    }
  })
})

describe('confirming an address', () => {
  const confirmation = { consentedAt: daysLater(3), ip: '203.0.113.9', userAgent: 'Another' }
  const pending = { ...entry, state: 'pending', pendingUntil: daysLater(60) } as const

  it('stores who confirmed when, and removes the account that requested it', () => {
    expect(confirmEntry(pending, confirmation, start)).toEqual({
      ...entry,
      confirmation,
      state: 'confirmed',
      uid: null,
    })
  })

  it('accepts a token’s time in whole seconds', () => {
    const requestedAt = new Date('2026-11-01T08:00:00Z')
    const precise = { ...pending, consentedAt: new Date('2026-11-01T08:00:00.900Z') }
    expect(confirmEntry(precise, confirmation, requestedAt)).not.toBeNull()
  })

  it.each([
    ['after unsubscribing', unsubscribeEntry(entry, start), daysLater(2)],
    ['through an email from before the request', pending, daysLater(-1)],
    ['when nothing is to be confirmed', { ...entry, pausedUntil: daysLater(9) }, daysLater(2)],
    [
      'through an email from before the bounce',
      { ...entry, hardBouncedAt: daysLater(2) },
      daysLater(1),
    ],
    ['through an email from before soft bounces', bounceOn(0.5, 1.6, 2.7), daysLater(1)],
  ])('changes nothing %s', (_, before, requestedAt) => {
    expect(confirmEntry(before, confirmation, requestedAt)).toBeNull()
  })

  it('lets issues be sent again to a mailbox that accepts emails again', () => {
    const bounced = { ...entry, hardBouncedAt: daysLater(1) }
    expect(confirmEntry(bounced, confirmation, daysLater(2))).toEqual({ ...entry, confirmation })
  })
})

describe('a pause of The Weekly', () => {
  it('lasts for a month, can be renewed and ended, and is only for readers who get issues', () => {
    const paused = setPause(entry, true, start)!
    expect(paused.pausedUntil).toEqual(daysLater(31))
    expect(setPause(paused, true, daysLater(1))!.pausedUntil).toEqual(daysLater(32))
    expect(setPause(paused, false, daysLater(1))).toEqual(entry)
    expect(setPause(unsubscribeEntry(entry, start), true, start)).toBeNull()
    expect(setPause({ ...entry, state: 'pending' }, false, start)).toBeNull()
  })
})
