import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, minute } from '../duration.ts'
import {
  chooseEmail,
  finishEmail,
  type NewsletterEmails,
  newsletterEmailsSchema,
  requestEmail,
} from './newsletter-emails.ts'
import { initialFields, type NewsletterEntry } from './newsletter-entry.ts'

const start = new Date('2026-11-01T08:00:00Z')
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds)

const entry: NewsletterEntry = {
  ...initialFields,
  consentedAt: start,
  ip: '',
  userAgent: '',
  email: 'reader@example.com',
  state: 'pending',
  source: 'footer',
  uid: null,
}

/** Returns the times of the emails caused by requests at these times. */
function request(times: readonly number[], about: NewsletterEntry | null = null): number[] {
  let emails: NewsletterEmails | null = null
  const sent: number[] = []
  for (const time of times) {
    emails = requestEmail(emails, { addressHash: 'hash', entry: about }, later(time))
    newsletterEmailsSchema.parse(emails)
    if (!emails.isPending) continue
    sent.push(time)
    emails = finishEmail(emails)
  }
  return sent
}

describe('sign-ups with one address', () => {
  const everyMinute = Array.from({ length: 60 }, (_, count) => count * minute)
  const hourly = Array.from({ length: 40 * 24 }, (_, count) => count * 60 * minute)

  it('send one email in ten minutes, three a day and ten in thirty days', () => {
    expect(request(everyMinute)).toEqual([0, 10 * minute, 20 * minute])
    const sent = request(hourly)
    expect(sent.filter((time) => time < day)).toHaveLength(3)
    expect(sent.filter((time) => time < 30 * day)).toHaveLength(10)
    expect(sent.filter((time) => time >= 30 * day).length).toBeGreaterThan(0)
  })

  it.each(['complainedAt', 'hardBouncedAt'])(
    'send one email in thirty days if the address has %s',
    (field) => {
      expect(request(hourly, { ...entry, [field]: start })).toEqual([0, 30 * day])
    },
  )

  it('never send more than the limits, whatever the times', () => {
    const times = fc.array(fc.integer({ min: 0, max: 60 * day }), { maxLength: 100 })
    fc.assert(
      fc.property(times, (unsorted) => {
        const sent = request(unsorted.sort((one, other) => one - other))
        for (const [max, period] of [
          [1, 10 * minute],
          [3, day],
          [10, 30 * day],
        ] as const) {
          for (const from of sent) {
            const within = sent.filter((time) => time >= from && time < from + period)
            expect(within.length).toBeLessThanOrEqual(max)
          }
        }
      }),
    )
  })
})

describe('a request that the limits don’t allow yet', () => {
  const [first, second, third] = ['first', 'second', 'third'].map((addressHash) => ({
    addressHash,
    entry: null,
  })) as [Request, Request, Request]
  type Request = Parameters<typeof requestEmail>[1]
  const pending = requestEmail(null, first, start)

  it('changes nothing for an email that is still to be sent', () => {
    expect(requestEmail(pending, first, later(minute))).toBe(pending)
  })

  it('waits until the limits allow it, and only the latest request is sent, as a new email', () => {
    const dueAt = later(10 * minute)
    let emails = finishEmail(requestEmail(pending, second, later(minute)))
    expect(emails).toMatchObject({ isPending: false, dueAt, pendingSince: dueAt })
    emails = requestEmail(emails, third, later(2 * minute))
    const postponed = { addressHash: 'third', requestedAt: later(2 * minute) }
    expect(emails).toMatchObject({ isPending: false, dueAt, postponed })
    const sent = requestEmail(emails, third, dueAt)
    expect(sent).toMatchObject({ isPending: true, postponed: null, requestedAt: [start, dueAt] })
    expect(finishEmail(sent).dueAt).toEqual(later(10 * minute + 30 * day))
    // The limits allow a request for another address before the postponed one.
    expect(requestEmail(emails, second, dueAt)).toMatchObject({ isPending: true, postponed })
  })
})

describe('the confirmation email', () => {
  const confirmed = { ...entry, state: 'confirmed' } as const
  it.each<[string, NewsletterEntry, ReturnType<typeof chooseEmail>]>([
    ['asks to confirm', entry, 'confirmation'],
    ['says that it’s sent already', confirmed, 'alreadySubscribed'],
    [
      'says that it’s sent already, even during a pause',
      { ...confirmed, pausedUntil: later(40 * day) },
      'alreadySubscribed',
    ],
    [
      'asks to confirm a mailbox that bounced',
      { ...confirmed, hardBouncedAt: start },
      'confirmation',
    ],
    ['isn’t sent to somebody who has unsubscribed', { ...entry, state: 'unsubscribed' }, null],
    [
      'isn’t sent once the request is confirmed',
      { ...confirmed, confirmation: { consentedAt: later(8 * day), ip: '', userAgent: '' } },
      null,
    ],
    [
      'isn’t sent once an account has confirmed',
      { ...confirmed, consentedAt: later(8 * day) },
      null,
    ],
  ])('%s', (_, about, template) => {
    expect(chooseEmail(about, later(7 * day))).toBe(template)
  })
})
