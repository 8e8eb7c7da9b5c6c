import { describe, expect, it } from 'vitest'
import { formatDay } from '../../src/domain/day.ts'
import { addMonths } from '../../src/domain/month.ts'
import { formatCents } from '../../src/domain/subscription/outlook-text.ts'
import { getMonthsShare } from '../../src/domain/subscription/price-share.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription/subscription-event.ts'
import { transition } from '../../src/domain/subscription/transition.ts'
import { retentionOffer } from '../../src/publication/offer.ts'
import {
  annual,
  annualPaused,
  at,
  createEmail,
  createRecord,
  day,
  giveMonths,
  monthly,
  paused,
  type Stored,
  trial,
  words,
} from './testing/subscription-email-samples.ts'

/** The email that the reader's step causes. */
function writeAfter(event: SubscriptionEvent, stored: Stored) {
  const next = transition(createRecord(stored), event, at)
  if (!next.ok) throw new Error(next.failure)
  return words(createEmail(next.value.emails.at(-1)!, next.value.record))
}

const { months: freeMonths } = retentionOffer
const cancel = { kind: 'cancel' } as const
const acceptOffer = { kind: 'acceptOffer' } as const
const reactivate = { kind: 'reactivate' } as const
const pause = (months: 1 | 2 | 3) => ({ kind: 'pause', months }) as const
/** Within 48 hours. */
const nearDue = { ...monthly, anchor: day('2026-10-21'), paidThrough: day('2026-11-21') }
const undonePause = {
  ...monthly,
  ...{ state: 'paused', stoppedAt: day('2026-11-18'), closesAt: day('2026-12-16') },
  resumesAt: day('2027-02-16'),
}

describe('an email after a step of the reader’s contains the dates and amounts that will be true', () => {
  it.each<[string, SubscriptionEvent, Stored, readonly string[]]>([
    [
      'a cancelled monthly plan',
      cancel,
      { subscription: monthly },
      ['charged again for', 'everything until 16 December 2026.', 'account until 16 December 2026'],
    ],
    [
      'a cancelled plan, with a gift',
      cancel,
      { subscription: monthly, bank: giveMonths(3) },
      [
        'You can read everything until 16 March 2027. That includes the time you’ve been given.',
        'reactivate it in your account until 16 December 2026',
        'What happens next\n16 March 2027 – ',
      ],
    ],
    ['a cancelled trial', cancel, { subscription: trial }, ['You won’t be charged for']],
    [
      'a pause of a monthly plan',
      pause(2),
      { subscription: monthly },
      [
        'Your pause from 16 December 2026 to 16 February 2027\n',
        'everything until 16 December 2026, when your pause begins, and again from 16 February 2027.',
        'You won’t be charged before 16 February 2027. Your subscription then resumes automatically: Monthly, $13.99 a month.',
        '16 December 2026 – ',
      ],
    ],
    [
      'a pause of a monthly plan, with a gift',
      pause(1),
      { subscription: monthly, bank: giveMonths(2) },
      [
        'Your pause ends automatically on 16 January 2027. Your next payment is $13.99 on 16 March 2027.',
        '16 January 2027 – ',
      ],
    ],
    [
      'a pause just before a payment',
      pause(1),
      { subscription: nearDue },
      [
        'Your pause from 21 December 2026 to 21 January 2027\n',
        'Your payment of $13.99 on 21 November 2026 is too close to stop, so your pause begins after the month it pays for.',
      ],
    ],
    [
      'a pause of an annual plan',
      pause(3),
      { subscription: annual },
      [
        'Your subscription is paused until 20 February 2027\n',
        'You can’t read subscriber stories until 20 February 2027.',
        'Your pause ends automatically on 20 February 2027. You’ll pay $74.25 for your next year of The Verandah: PayPal charges $99 on 16 June 2027, and we refund the rest straight away.',
        '16 June 2027 – ',
      ],
    ],
    [
      'a pause under complimentary access',
      pause(1),
      { subscription: annual, complimentaryUntil: day('2030-01-01') },
      ['\nYou can read everything.\n'],
    ],
    [
      'an undone pause that hadn’t begun',
      reactivate,
      { subscription: undonePause },
      [
        'Your subscription to The Verandah continues\n',
        'You can read everything. Your next payment is $13.99 on 16 December 2026.',
      ],
    ],
    [
      'a monthly pause that ends sooner, at the next of PayPal’s dates',
      reactivate,
      { subscription: paused },
      [
        'Your subscription is paused until 16 December 2026\n',
        'You won’t be charged before 16 December 2026. Your subscription then resumes automatically',
      ],
    ],
    [
      'an annual pause that ends sooner',
      reactivate,
      { subscription: { ...annualPaused, closesAt: day('2026-09-20') } },
      [
        'You can read everything. You’ll pay $82.50 for your next year of The Verandah: PayPal charges $99 on 16 June 2027',
        '16 June 2027 – ',
      ],
    ],
    [
      'a reactivated plan, with a free month',
      reactivate,
      {
        subscription: { ...monthly, state: 'ending', stoppedAt: at },
        bank: giveMonths(1, 'freeMonth'),
      },
      ['Your next payment is $13.99 on 16 January 2027.', '16 December 2026 – '],
    ],
    [
      'a free month of a monthly plan',
      acceptOffer,
      { subscription: monthly },
      [
        `Your next payment is $13.99 on ${formatDay(addMonths(monthly.paidThrough, freeMonths))}.`,
        '16 December 2026 – ',
      ],
    ],
    [
      'a free month of an annual plan',
      acceptOffer,
      { subscription: annual },
      [
        `You’ll pay ${formatCents(9900 - getMonthsShare(9900, 'annual_99', freeMonths))} for your next year`,
        'PayPal charges $99 on 16 June 2027',
      ],
    ],
    [
      'a free month that ends an annual payment’s price, after eleven months of gifts',
      acceptOffer,
      { subscription: annual, bank: giveMonths(11) },
      [
        'You’ll pay nothing for your next year of The Verandah: PayPal charges $99 on 16 June 2027, and we refund all of it straight away.',
      ],
    ],
    [
      'a free month just before a payment',
      acceptOffer,
      { subscription: nearDue },
      ['Your next payment is $13.99 on 21 November 2026. Your ', '21 December 2026 – '],
    ],
  ])('%s', (_, event, stored, said) => {
    const text = writeAfter(event, stored)
    for (const part of said) expect(text).toContain(part)
  })

  it.each<[string, SubscriptionEvent, Stored, RegExp]>([
    ['a cancelled trial', cancel, { subscription: trial }, /charged again/],
    ['an undone pause', reactivate, { subscription: undonePause }, /again|[Ww]elcome back/],
    ['a free month of an annual plan', acceptOffer, { subscription: annual }, /month is free/],
    ['a pause that hasn’t begun', pause(2), { subscription: monthly }, /is paused/],
    ['a pause of an annual plan', pause(3), { subscription: annual }, /\$99 on 16 June 2027\./],
    [
      'a pause under complimentary access',
      pause(1),
      { subscription: annual, complimentaryUntil: day('2030-01-01') },
      /can’t read/,
    ],
  ])('%s, and nothing untrue', (_, event, stored, untrue) => {
    expect(writeAfter(event, stored)).not.toMatch(untrue)
  })
})
