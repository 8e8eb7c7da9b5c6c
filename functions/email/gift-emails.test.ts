import { expect, it } from 'vitest'
import { giftSchema } from '../../src/domain/gift/gift.ts'
import type { GiftTimeEmail, OutboxItemOf } from '../../src/domain/subscription/outbox-item.ts'
import { renderText } from './email-layout.ts'
import { createGiftBuyerEmail, createGiftCardEmail, createGiftTimeEmail } from './gift-emails.ts'

const siteUrl = 'https://verandah.example'
const at = new Date('2026-11-20T12:00:00Z')
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

const createTimeText = (
  template: GiftTimeEmail,
  ends: { readonly giftEnd: Date | null; readonly billingAt: Date | null },
) => {
  const base = { uid: 'u', pendingSince: at, dueAt: at, attempts: 0 }
  const item = { kind: 'giftTimeEmail', template, ...base, ...ends } as const
  return renderText(createGiftTimeEmail(item, siteUrl), 'Mira', siteUrl)
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

it.each<[GiftTimeEmail, Parameters<typeof createTimeText>[1], string]>([
  ['redeemed', { giftEnd: inAYear, billingAt: null }, 'It’s paid for, and it doesn’t renew.'],
  ['redeemed', { giftEnd: inAYear, billingAt: inAYear }, 'won’t be charged before that day.'],
  ['ending', { giftEnd: inAYear, billingAt: null }, 'read everything until 20 November 2027.'],
  [
    'suspended',
    { giftEnd: null, billingAt: null },
    'PayPal or a bank is reviewing the payment for your gift. Your gift is on hold until they decide',
  ],
  ['suspended', { giftEnd: inAYear, billingAt: null }, 'You still have another gift'],
  ['refunded', { giftEnd: null, billingAt: inAYear }, 'next payment is on 20 November 2027'],
  ['restored', { giftEnd: inAYear, billingAt: null }, 'read everything until 20 November 2027.'],
])('%s, with %j, contains the facts', (template, ends, said) => {
  expect(createTimeText(template, ends)).toContain(said)
})
