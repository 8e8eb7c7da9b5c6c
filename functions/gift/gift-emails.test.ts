import { expect, it } from 'vitest'
import { giftSchema } from '../../src/domain/gift/gift.ts'
import { maxResends } from '../../src/domain/gift/gift-transition.ts'
import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import type { GiftTimeEmail } from '../../src/domain/subscription/effect-kinds.ts'
import { describeOutlook, type Outlook } from '../../src/domain/subscription/outlook.ts'
import { tell } from '../../src/domain/subscription/testing/stories.ts'
import { eachRow } from '../../src/domain/testing/each-row.ts'
import { renderText } from '../email/email-layout.ts'
import { at, expectSaid, siteUrl, words } from '../email/testing/subscription-email-samples.ts'
import { createGiftBuyerEmail, createGiftCardEmail, createGiftTimeEmail } from './gift-emails.ts'

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

const createTimeText = (template: GiftTimeEmail, outlook: Outlook | null, when: Date) =>
  words(createGiftTimeEmail({ template, outlook, pendingSince: when }, siteUrl))

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

it.each(['card', 'reminder'] as const)('a %s says when the gift must be redeemed', (template) => {
  const email = createGiftCardEmail(createGift(), template, siteUrl)
  const text = renderText(email, 'Mira', siteUrl)
  expect(text).toContain('Redeem it by: 20 November 2027')
  expect(text).toContain('Open your gift:\nhttps://verandah.example/gift/7K2M9QXT4B6H0WZE')
  expect(text).not.toMatch(/opens|opened|open the/i)
})

it.each([
  [
    { deliverAt: new Date('2026-11-28T12:00:00Z') },
    'email the card to Mira on 28 November 2026.',
    true,
  ],
  [{}, 'We’re emailing the card to Mira now.', false],
  // The delivery day passed while the payment was pending.
  [{ deliverAt: new Date('2026-11-18T12:00:00Z') }, 'We’re emailing the card to Mira now.', false],
  [{ recipient: null }, 'share the link below', false],
])(
  'a gift’s receipt with %j explains how to give it, and which corrections are possible',
  (changes, said, isLater) => {
    const text = createBuyerText('paid', changes)
    expect(text).toContain(said)
    expect(text).toContain('see whether the gift has been redeemed')
    expect(text.includes('Until 28 November 2026, you can correct the address')).toBe(isLater)
    expect(text.includes('correct')).toBe(isLater)
  },
)

it.each([
  [{ resends: 0 }, 'Correct the address:'],
  [{ resends: maxResends }, 'Print the card and give it yourself.'],
])(
  'the email about a returned card, after %j, tells the buyer what to do next',
  (changes, said) => {
    const text = createBuyerText('addressRefused', changes)
    expect(text).toContain(said)
    expect(text.includes('Correct')).toBe(changes.resends === 0)
  },
)

it.each([
  [{}, 'The gift’s link and code no longer work.'],
  [
    { redeemer: 'u' },
    'so we’ve cancelled the time left on it. We’ve emailed the person who redeemed it.',
  ],
  [{ redeemer: '' }, 'so we’ve cancelled the time left on it.\n'],
  [
    { redeemer: 'u', history: [{ at, kind: 'timeUsed', by: 'cron' }] },
    'redeemed, and all of its time had been used.\n',
  ],
])('the refund email, after %j, says what happened to the gift', (changes, said) => {
  expect(createBuyerText('refunded', { state: 'refunded', ...changes })).toContain(said)
})

// Columns: the email, the start, the steps (src/domain/subscription/testing/stories.ts), and text that the email
// contains.
eachRow(`
  redeemed | none | 2026-11-20 gift 3 | Your gift has been added to your account | You can read everything until 20 February 2027. | Your gift is paid for, and it doesn’t renew.
  redeemed | ending | 2026-11-20 gift 3 | You can read everything until 28 February 2027. | Your gift is paid for, and it doesn’t renew.
  redeemed | active | 2026-11-20 gift 3 | You can read everything. | your gift will replace your next payments. After that, you’ll pay $13.99 on 28 February 2027. | 30 November 2026 to 30 January 2027 –
  redeemed | active | 2026-11-29 gift 3 | Your next payment is still $13.99 on 30 November 2026. Your gift will be used for your payments after that.
  redeemed | yearly | 2026-11-20 gift 3 | come off your next payment: you’ll pay $74.25 on 16 June 2027. PayPal will charge the full price | 16 June 2027 –
  redeemed | paused | 2026-12-10 gift 3 | Your subscription is paused, so your gift will start after the pause. You can’t read subscriber stories until 30 January 2027. | After that, you’ll pay $13.99 on 30 April 2027.
  ending | none with gift 3 | | Your gift ends on 20 February 2027 | You can read everything until 20 February 2027. | /subscribe?source=email
  suspended | none with gift 3 | 2026-11-20 suspended | PayPal or a bank is reviewing the payment for your gift. Your gift is on hold until they decide | You can subscribe whenever you like.
  suspended | none with gift 3 | 2026-11-20 gift 3 G; 2026-11-20 suspended G | You can read everything until 20 February 2027.
  refunded | active | | You can read everything. Your next payment is $13.99 on 30 November 2026.
  refunded | active with gift 3 | 2026-12-15 void | You can’t read subscriber stories until 30 December 2026. Your next payment is $13.99 on 30 December 2026.
  restored | yearly with gift 3 | | Your next payment is $74.25 on 16 June 2027. PayPal will charge the full price
  restored | none with gift 3 | | until 20 February 2027.
`)('the email “%s” for %s, after “%s”, contains the facts', (template, start, steps, ...said) => {
  const { record, when } = tell(start!, steps!)
  expectSaid(createTimeText(template as GiftTimeEmail, describeOutlook(record, when), when), said)
})

it.each<[GiftTimeEmail, string]>([
  ['redeemed', 'Enjoy your gift. Your account shows the dates.'],
  ['ending', 'Your gift is ending\n'],
  ['refunded', 'Your account shows the dates.'],
])('the email “%s” contains no dates if an earlier version stored it', (template, said) => {
  expect(createTimeText(template, null, at)).toContain(said)
})
