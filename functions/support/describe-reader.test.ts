import { expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import {
  noSubscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import { currency } from '../../src/publication/offer.ts'
import { describeReader } from './describe-reader.ts'

const now = new Date('2030-11-20T12:00:00Z')

function describe(stored: object): string {
  const record: SubscriptionRecord = subscriptionRecordSchema.parse({
    ...noSubscription,
    ...stored,
  })
  return describeReader({ uid: 'mira', profile: null, record }, now).join('\n')
}

const monthly = {
  state: 'active',
  plan: 'monthly_13',
  sold: { planId: 'P-1', minorUnits: 1399, currency },
  provider: 'I-1',
  anchor: new Date('2030-06-30T10:00:00Z'),
  paidThrough: new Date('2030-11-30T10:00:00Z'),
  lastPaymentAt: new Date('2030-10-30T10:00:00Z'),
}
const gift = { source: 'gift', id: 'G-1', months: 3, rest: 1.5 * day }

it.each<[string, object, readonly string[]]>([
  [
    'the due dates, and the months that replace payments',
    { subscription: monthly, bank: [gift] },
    [
      'subscription     active; monthly_13, $13.99 a month',
      'next due date    Sat 2030-11-30 15:30',
      'counted from     Sun 2030-06-30 15:30',
      'next payment     $13.99 on Fri 2031-02-28 15:30',
      'given time       gift G-1: 3 months and 1.5 days',
      'what happens next\n  30 November 2030   ',
      '\n  28 February 2031   ',
    ],
  ],
  [
    'the share of a yearly payment, and time on hold',
    {
      subscription: { ...monthly, plan: 'annual_99', sold: { ...monthly.sold, minorUnits: 9900 } },
      bank: [
        { source: 'pause', id: '', months: 1, rest: 0 },
        { ...gift, isSuspended: true },
      ],
    },
    ['next payment     $90.75 on', 'pause: 1 month\n', 'days; on hold (disputed)'],
  ],
  [
    'the months that were used',
    {
      subscription: {
        ...monthly,
        billing: { since: now, activeAt: null },
        used: [
          { source: 'freeMonth', id: '', months: 1, paymentAt: null },
          { source: 'gift', id: 'G-1', months: 2, paymentAt: now, state: 'void', since: now },
        ],
      },
      offerAcceptedAt: now,
    },
    [
      'used time        freeMonth: 1 month, instead of payments',
      'used time        gift G-1: 2 months, part of the payment of Wed 2030-11-20 17:30 Asia/Colombo; void',
      'not yet seen active at PayPal',
      'free month       accepted Wed 2030-11-20 17:30 Asia/Colombo',
    ],
  ],
  [
    'why a payment is missing',
    {
      subscription: {
        ...monthly,
        ...{ state: 'paymentFailed', cause: 'missing', failedAt: now, paidThrough: now },
      },
    },
    ['paymentFailed (missing) since', '(paymentMissing)', 'approve'],
  ],
  [
    'the dates of a pause',
    {
      subscription: {
        ...monthly,
        ...{ state: 'paused', stoppedAt: now, closesAt: monthly.paidThrough },
        resumesAt: new Date('2030-12-30T10:00:00Z'),
      },
    },
    ['paused from Sat 2030-11-30 15:30 Asia/Colombo to Mon 2030-12-30 15:30 Asia/Colombo'],
  ],
  [
    'time that is access',
    { bank: [gift], bankFrom: now },
    [
      'used as access   Wed 2030-11-20 17:30 Asia/Colombo to Sat 2031-02-22 05:30 Asia/Colombo',
      'isSubscribed (gift)',
    ],
  ],
])('a described reader contains %s', (_, stored, said) => {
  const described = describe(stored)
  for (const part of said) expect(described).toContain(part)
})

it('a reader without a subscription has no lines about a subscription', () => {
  expect(describe({})).not.toMatch(/what happens next|subscription|given/i)
})
