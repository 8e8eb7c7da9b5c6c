import { describe, expect, it } from 'vitest'
import type { BoughtGift, GiftEffect } from '../../contracts/endpoints/gift-endpoints.ts'
import { formatMonthsTitle } from '../../domain/number-words.ts'
import {
  describeEffect,
  describeGift,
  describeGivenGift,
  describeOtherGift,
  formatDeliveryTime,
  getGiftDelivery,
} from './gift-text.ts'
import { sampleGift } from './testing/sample-gift.ts'

const now = new Date('2026-11-23T10:00:00Z')
const timeZone = 'Asia/Colombo'

it('a delivery is at 09:00 in the publication’s city', () => {
  const at = new Date('2026-11-28T03:30:00Z')
  expect(formatDeliveryTime(at, timeZone)).toBe('Saturday 28 November 2026 at 09:00 in Colombo')
  expect(formatDeliveryTime(at, 'America/New_York')).toContain(
    '27 November 2026 at 22:30 in New York',
  )
  expect(formatMonthsTitle(6)).toBe('Six months')
})

it.each<[string, Partial<BoughtGift>]>([
  ['day', {}],
  ['day', { paidAt: null }],
  ['now', { deliverAt: null }],
  ['now', { paidAt: sampleGift.deliverAt }],
  ['self', { recipient: null }],
])('a card’s delivery is “%s”', (delivery, changes) => {
  expect(getGiftDelivery({ ...sampleGift, ...changes })).toBe(delivery)
})

it('a gift is somebody’s if its sender’s name is no longer stored', () => {
  const describeFrom = (senderName: string) =>
    describeGivenGift({ senderName, length: 12 }, 'The Verandah')
  expect(describeFrom('Asha')).toBe('Asha has given you twelve months of The Verandah.')
  expect(describeFrom('')).toBe('Somebody has given you twelve months of The Verandah.')
})

const describeWith = (changes: Partial<BoughtGift>) =>
  describeGift({ ...sampleGift, ...changes }, now, timeZone)

describe('the buyer', () => {
  it.each<[Partial<BoughtGift>, string]>([
    [{}, 'mira@example.com on Saturday 28 November 2026 at 09:00 in Colombo.'],
    [{ deliverAt: null }, 'We’re emailing the card to mira@example.com now.'],
    [{ deliverAt: '2026-11-23T03:30:00.000Z' }, 'now.'],
    [{ isAddressRefused: true, canCorrectRecipient: true }, 'Correct the address'],
    [{ isAddressRefused: true, canCorrectRecipient: false }, 'Print the card'],
    [{ state: 'sent', isAddressRefused: true }, 'came back'],
    [{ state: 'sent', sentAt: '2026-11-28T03:31:00.000Z' }, 'on 28 November 2026. Not redeemed'],
    [{ state: 'paid', recipient: null }, 'Ready to give'],
    [{ state: 'redeemed', redeemedAt: '2026-12-01T00:00:00.000Z' }, 'Redeemed on 1 December 2026.'],
    [{ state: 'refunded' }, 'Refunded'],
    [{ state: 'disputed' }, 'On hold'],
    [{ state: 'voided' }, 'Withdrawn'],
    [{ state: 'expired' }, 'by 28 November 2027, so it has expired'],
    [{ state: 'unpaid' }, 'hasn’t confirmed the payment'],
  ])('is shown, for %o: …%s', (changes, words) => expect(describeWith(changes)).toContain(words))
})

it('a guest’s link shows only the price and month of other gifts', () => {
  const paidAt = '2026-11-01T00:00:00.000Z'
  expect(describeOtherGift({ price: 3499, paidAt })).toBe('$34.99 in November 2026.')
})

const until = '2027-11-23T10:00:00.000Z'
const payment = (at: string, minorUnits: number) => ({ at: `${at}T10:00:00.000Z`, minorUnits })
const monthly = payment('2027-01-05', 1399)
const annual = payment('2027-06-16', 9900)

describe('a reader before redeeming a gift', () => {
  it.each<[GiftEffect['kind'], Partial<GiftEffect>, string]>([
    [
      'startsNow',
      { until },
      'Once you redeem this gift, you can read everything until 23 November 2027.',
    ],
    ['startsNow', { until }, 'The gift costs you nothing and doesn’t renew.'],
    [
      'postponesBilling',
      { paymentBefore: monthly, payment: payment('2028-01-05', 1399) },
      'Your next payment will move from 5 January 2027 to 5 January 2028, and you won’t be charged before then.',
    ],
    [
      'postponesBilling',
      { paymentBefore: monthly, payment: monthly },
      'Your next payment is still $13.99 on 5 January 2027. The gift will be used for your payments after that.',
    ],
    [
      'waits',
      { paymentBefore: monthly, payment: monthly },
      'Your next payment is still $13.99 on 5 January 2027.',
    ],
    [
      'reducesPayment',
      { paymentBefore: annual, payment: payment('2027-06-16', 7425) },
      'On 16 June 2027 you’ll pay $74.25 instead of $99. PayPal will charge the full price, and we’ll refund the rest straight away.',
    ],
    [
      'reducesPayment',
      { paymentBefore: annual, payment: payment('2027-06-16', 0) },
      'On 16 June 2027 you’ll pay nothing instead of $99. PayPal will charge the full price, and we’ll refund all of it straight away.',
    ],
    [
      'reducesPayment',
      { paymentBefore: payment('2027-06-16', 0), payment: payment('2027-06-16', 0) },
      'Your next payment is still $0 on 16 June 2027.',
    ],
    [
      'paused',
      { paymentBefore: annual, payment: payment('2027-06-16', 7425) },
      'This gift won’t change your pause.',
    ],
    ['endsFailing', { until }, 'cancel that subscription'],
    ['endsFailing', { until }, 'You can then read everything until 23 November 2027.'],
    ['afterPaidPeriod', { until }, 'when the time you’ve paid for ends'],
    ['afterPaidPeriod', { until }, 'you can read everything until 23 November 2027'],
    ['extendsAccess', { until }, 'adds to your time: you can read everything until 23 November'],
  ])('is shown, with %s, %j: %s', (kind, changes, words) => {
    const effect = { kind, until: null, paymentBefore: null, payment: null, ...changes }
    expect(describeEffect(effect).join(' ')).toContain(words)
  })
})
