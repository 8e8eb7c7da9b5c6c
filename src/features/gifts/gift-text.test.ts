import { describe, expect, it } from 'vitest'
import type { BoughtGift, GiftEffect } from '../../contracts/gift-endpoints.ts'
import { describeEffect, describeGift, formatDeliveryTime, formatGiftTitle } from './gift-text.ts'

const now = new Date('2026-11-23T10:00:00Z')
const timeZone = 'Asia/Colombo'

it('a delivery is at 09:00 in the publication’s city', () => {
  const at = new Date('2026-11-28T03:30:00Z')
  expect(formatDeliveryTime(at, timeZone)).toBe('Saturday 28 November 2026 at 09:00 in Colombo')
  expect(formatDeliveryTime(at, 'America/New_York')).toContain(
    '27 November 2026 at 22:30 in New York',
  )
  expect(formatGiftTitle(6)).toBe('Six months')
})

const gift: BoughtGift = {
  id: '5O190127TN364715T',
  code: '7K2M9QXT4B6H0WZE',
  state: 'scheduled',
  length: 12,
  price: 9900,
  recipient: { name: 'Mira', email: 'mira@example.com' },
  senderName: 'Asha',
  message: '',
  deliverAt: '2026-11-28T03:30:00.000Z',
  paidAt: '2026-11-23T10:00:00.000Z',
  sentAt: null,
  redeemedAt: null,
  redeemableUntil: '2027-11-28T03:30:00.000Z',
  isAddressRefused: false,
  canCorrectRecipient: true,
  canResend: false,
}
const describeWith = (changes: Partial<BoughtGift>) =>
  describeGift({ ...gift, ...changes }, now, timeZone)

describe('the buyer reads', () => {
  it.each<[Partial<BoughtGift>, string]>([
    [{}, 'mira@example.com on Saturday 28 November 2026 at 09:00 in Colombo.'],
    [{ deliverAt: null }, 'We’re emailing the card to mira@example.com now.'],
    [{ deliverAt: '2026-11-23T03:30:00.000Z' }, 'now.'],
    [{ isAddressRefused: true }, 'Correct the address'],
    [{ state: 'sent', isAddressRefused: true }, 'came back'],
    [{ state: 'sent', sentAt: '2026-11-28T03:31:00.000Z' }, 'on 28 November 2026. Not redeemed'],
    [{ state: 'paid', recipient: null }, 'Yours to give'],
    [{ state: 'redeemed', redeemedAt: '2026-12-01T00:00:00.000Z' }, 'Redeemed on 1 December 2026.'],
    [{ state: 'refunded' }, 'Refunded'],
    [{ state: 'disputed' }, 'On hold'],
    [{ state: 'voided' }, 'Withdrawn'],
    [{ state: 'expired' }, 'by 28 November 2027, so it has expired'],
    [{ state: 'unpaid' }, 'hasn’t confirmed the payment'],
  ])('%o: …%s', (changes, words) => expect(describeWith(changes)).toContain(words))
})

const effect: GiftEffect = {
  kind: 'startsNow',
  from: '2026-11-23T10:00:00.000Z',
  until: '2027-11-23T10:00:00.000Z',
  billingBefore: '2027-01-05T10:00:00.000Z',
  billingAt: '2028-01-05T10:00:00.000Z',
}

describe('before redeeming, a reader learns', () => {
  it.each<[GiftEffect['kind'], readonly string[]]>([
    ['startsNow', ['from now until 23 November 2027', 'costs you nothing and doesn’t renew']],
    ['postponesBilling', ['moves from 5 January 2027 to 5 January 2028', 'aren’t charged']],
    ['paused', ['until 23 November 2027', 'resumes on 5 January 2028']],
    ['endsFailing', ['cancel that subscription', 'won’t be charged for the missed payment']],
    ['afterPaidPeriod', ['paid until 23 November 2026', 'until 23 November 2027']],
    ['extendsAccess', ['already read everything until 23 November 2026', 'until 23 November 2027']],
  ])('%s: what happens to dates and money', (kind, words) => {
    const text = describeEffect({ ...effect, kind }).join(' ')
    for (const part of words) expect(text).toContain(part)
  })
})
