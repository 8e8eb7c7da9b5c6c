import { expect, it } from 'vitest'
import { giftSchema } from '../../src/domain/gift/gift.ts'
import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import type { GiftTimeEmail } from '../../src/domain/subscription/effect-kinds.ts'
import { describeOutlook } from '../../src/domain/subscription/outlook.ts'
import {
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import { transition } from '../../src/domain/subscription/transition.ts'
import { renderText } from '../email/email-layout.ts'
import { annual, at, monthly } from '../email/testing/subscription-email-samples.ts'
import { createGiftBuyerEmail, createGiftCardEmail, createGiftTimeEmail } from './gift-emails.ts'

const siteUrl = 'https://verandah.example'
const inAYear = new Date('2027-11-20T12:00:00Z')

const createGift = (changes: object = {}) =>
  giftSchema.parse({
    code: '7K2M9QXT4B6H0WZE',
    buyerUid: 'buyer',
    buyerEmail: 'asha@example.com',
    length: 12,
    price: 9900,
    recipient: { name: 'Mira', email: 'mira@example.com' },
    senderName: 'Asha',
    message: '',
    deliverAt: null,
    createdAt: at,
    attribution: null,
    state: 'sent',
    paidAt: at,
    redeemableUntil: inAYear,
    ...changes,
  })

const createBuyerText = (
  template: OutboxItemOf<'giftBuyerEmail'>['template'],
  changes: object = {},
) => {
  const item = { gift: 'ORDER', template }
  const email = createGiftBuyerEmail(item, createGift(changes), { siteUrl, key: 'key' })
  return renderText(email, 'Asha', siteUrl)
}

const createTimeText = (template: GiftTimeEmail, record: SubscriptionRecord | null) => {
  const outlook = record && describeOutlook(record, at)
  const email = createGiftTimeEmail({ template, outlook, pendingSince: at }, siteUrl)
  return `${email.subject}\n${renderText(email, 'Mira', siteUrl)}`
}

it('a card has the message in quotation marks, which only its last paragraph closes', () => {
  const quoted = (message: string) =>
    createGiftCardEmail(createGift({ message }), 'card', siteUrl).paragraphs.slice(1)
  expect(quoted('')).toEqual([])
  expect(quoted('Happy birthday!')).toEqual(['“Happy birthday!”'])
  expect(quoted('Happy birthday!\n\nFor the mornings\nand evenings.')).toEqual([
    '“Happy birthday!',
    '“For the mornings\nand evenings.”',
  ])
})

it.each(['card', 'reminder'] as const)('a %s says by when to redeem the gift', (template) => {
  const email = createGiftCardEmail(createGift(), template, siteUrl)
  const text = renderText(email, 'Mira', siteUrl)
  expect(text).toContain('Redeem it by: 20 November 2027')
  expect(text).toContain('Open your gift:\nhttps://verandah.example/gift/7K2M9QXT4B6H0WZE')
  expect(text).not.toMatch(/opens|opened|open the/i)
})

it.each([
  [{ deliverAt: new Date('2026-11-28T12:00:00Z') }, 'email the card to Mira on 28 November 2026.'],
  [{}, 'We’re emailing the card to Mira now.'],
  // The payment was pending until then.
  [{ deliverAt: new Date('2026-11-18T12:00:00Z') }, 'We’re emailing the card to Mira now.'],
  [{ recipient: null }, 'share the link below'],
])('a receipt of a gift with %j says how it’s given', (changes, said) => {
  const text = createBuyerText('paid', changes)
  expect(text).toContain(said)
  expect(text).toContain('see whether it’s been redeemed')
})

it.each([
  [{}, 'The gift’s link and code no longer work.'],
  [{ redeemer: 'u' }, 'so the rest of its time has ended. We’ve emailed the reader.'],
  [{ redeemer: '' }, 'so the rest of its time has ended.\n'],
  [
    { redeemer: 'u', history: [{ at, kind: 'timeUsed', by: 'cron' }] },
    'redeemed, and all of its time used.\n',
  ],
])('the refund of a gift with %j says what became of it', (changes, said) => {
  expect(createBuyerText('refunded', { state: 'refunded', ...changes })).toContain(said)
})

const near = {
  anchor: new Date('2026-10-21T12:00:00Z'),
  paidThrough: new Date('2026-11-21T12:00:00Z'),
}
const { anchor } = monthly
const paused = {
  ...{ ...monthly, state: 'paused', stoppedAt: at, resumesAt: new Date('2027-01-16T12:00:00Z') },
  ...{ paidThrough: anchor, closesAt: anchor },
}
const ending = { ...monthly, state: 'ending', stoppedAt: at }

const redeem = (subscriptionFields: object | null) => {
  const stored = subscriptionRecordSchema.parse({ subscription: subscriptionFields })
  const event = { kind: 'redeemGift', gift: 'G-1', months: 3, endFailing: false } as const
  const next = transition(stored, event, at)
  if (!next.ok) throw new Error(next.failure)
  return next.value.record
}

it.each<[string, object | null, readonly string[]]>([
  [
    'without a subscription',
    null,
    ['You can read everything until 20 February 2027.', 'It’s paid for, and it doesn’t renew.'],
  ],
  [
    'after a cancellation',
    ending,
    ['You can read everything until 16 March 2027.', 'It’s paid for, and it doesn’t renew.'],
  ],
  [
    'on a monthly plan',
    monthly,
    [
      'You can read everything.',
      'your gift replaces your next payments. After that, you pay $13.99 on 16 March 2027.',
      '16 December 2026 to 16 February 2027 – ',
    ],
  ],
  [
    'just before a payment',
    { ...monthly, ...near },
    ['Your next payment is still $13.99 on 21 November 2026, and your gift’s months follow it.'],
  ],
  [
    'on an annual plan',
    annual,
    [
      'come off your next payment: you’ll pay $74.25 on 16 June 2027. PayPal charges the full price',
      '16 June 2027 – ',
    ],
  ],
  [
    'during a pause',
    paused,
    [
      'Your subscription is paused, so your gift waits. You can’t read subscriber stories until 16 January 2027.',
      'After that, you pay $13.99 on 16 April 2027.',
    ],
  ],
])('an email about a gift that was redeemed %s says what it does', (_, stored, said) => {
  const text = createTimeText('redeemed', redeem(stored))
  expect(text).toContain('Your gift has been added to your account')
  for (const part of said) expect(text).toContain(part)
})

const createRecord = (stored: object) => subscriptionRecordSchema.parse(stored)
const bank = [{ source: 'gift', id: 'G-1', months: 3, rest: 0 }]
const used = [{ source: 'gift', id: 'G-1', months: 1, paymentAt: null, state: 'void', since: null }]

it.each<[GiftTimeEmail, string, SubscriptionRecord | null, readonly string[]]>([
  [
    'ending',
    'alone',
    createRecord({ bank, bankFrom: at }),
    [
      'Your gift ends on 20 February 2027\n',
      'You can read everything until 20 February 2027.',
      '/subscribe?source=email',
    ],
  ],
  [
    'suspended',
    'alone',
    createRecord({ bank: [{ ...bank[0], isSuspended: true }] }),
    [
      'PayPal or a bank is reviewing the payment for your gift. Your gift is on hold until they decide',
      'You can subscribe whenever you like.',
    ],
  ],
  [
    'suspended',
    'beside another one',
    createRecord({ bank, bankFrom: at }),
    ['You can read everything until 20 February 2027.'],
  ],
  [
    'refunded',
    'on a monthly plan',
    createRecord({ subscription: monthly }),
    ['You can read everything. Your next payment is $13.99 on 16 December 2026.'],
  ],
  [
    'refunded',
    'after it had replaced this month’s payment',
    createRecord({ subscription: { ...monthly, hasSkipped: true, used } }),
    [
      'You can’t read subscriber stories until 16 December 2026. Your next payment is $13.99 on 16 December 2026.',
    ],
  ],
  [
    'restored',
    'on an annual plan',
    createRecord({ subscription: annual, bank }),
    ['Your next payment is $74.25 on 16 June 2027. PayPal charges the full price'],
  ],
  ['restored', 'alone', createRecord({ bank, bankFrom: at }), ['until 20 February 2027.']],
  // As an earlier version has stored them.
  ['redeemed', 'of an earlier version', null, ['Enjoy it. Your account shows the dates.']],
  ['ending', 'of an earlier version', null, ['Your gift is ending\n']],
  ['refunded', 'of an earlier version', null, ['Your account shows the dates.']],
])('%s, %s, contains the facts', (template, _, record, said) => {
  const text = createTimeText(template, record)
  for (const part of said) expect(text).toContain(part)
})
