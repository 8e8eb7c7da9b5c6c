/** The texts of gifts. This file doesn't use zod, because browsers load it. */

import type { BoughtGift, GiftCard, GiftEffect } from '../../contracts/endpoints/gift-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { cardPicturePaths } from '../../domain/gift/card-picture.ts'
import type { GiftDelivery } from '../../domain/gift/delivery-day.ts'
import { type GiftLength, getGiftPrice } from '../../domain/gift/gift-length.ts'
import { formatMoney } from '../../domain/money.ts'
import { formatMonthsTitle } from '../../domain/number-words.ts'
import type { PriceClass } from '../../domain/subscription/offer.ts'
import { formatCents, formatNextPayment } from '../../domain/subscription/outlook-text.ts'
import { currency } from '../../publication/offer.ts'

type Payment = NonNullable<GiftEffect['payment']>

/** The image is one of the sample's prints. */
export const cardPrint = {
  path: cardPicturePaths.page,
  alt: 'A block-printed pattern of small oil lamps, all of them lit.',
  width: 1280,
  height: 853,
} as const

export const giftPromise = 'Every story, old and new.'

/** Returns a price such as “$99”. */
export const formatGiftPrice = (length: GiftLength, priceClass: PriceClass) =>
  formatMoney(getGiftPrice(length, priceClass))

/** Returns “Colombo” for “Asia/Colombo”. */
const getCity = (timeZone: string) => timeZone.split('/').at(-1)!.replaceAll('_', ' ')

/** Returns a time such as “Saturday 28 November 2026 at 09:00 in Colombo”. */
export function formatDeliveryTime(instant: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return `${day.format(instant).replace(',', '')} at ${time.format(instant)} in ${getCity(timeZone)}`
}

const formatDate = (timestamp: string) => formatDay(new Date(timestamp))

/** Returns a name such as “Twelve months for Mira”. */
export const getGiftName = ({ length, recipient }: Pick<BoughtGift, 'length' | 'recipient'>) =>
  recipient ? `${formatMonthsTitle(length)} for ${recipient.name}` : formatMonthsTitle(length)

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns a text such as “$99 in November 2026.”, for a gift that the guest's link doesn't open. */
export const describeOtherGift = ({ price, paidAt }: Pick<BoughtGift, 'price' | 'paidAt'>) =>
  `${formatMoney({ minorUnits: price, currency })}${paidAt ? ` in ${month.format(new Date(paidAt))}` : ''}.`

/** A card whose delivery time has passed is emailed immediately. */
export function getGiftDelivery({
  recipient,
  deliverAt,
  paidAt,
}: Pick<BoughtGift, 'recipient' | 'deliverAt' | 'paidAt'>): GiftDelivery {
  if (!recipient) return 'self'
  return deliverAt && (!paidAt || paidAt < deliverAt) ? 'day' : 'now'
}

/** Describes a gift's state to its buyer, and what happens next. */
export function describeGift(gift: BoughtGift, now: Date, timeZone: string): string {
  const { state, deliverAt, sentAt, redeemedAt, redeemableUntil } = gift
  const recipient = gift.recipient?.email
  const remedy = gift.canCorrectRecipient
    ? 'Correct the address and we’ll send the card again.'
    : 'Print the card and give it yourself.'
  const deadline = redeemableUntil
    ? ` The gift can be redeemed until ${formatDate(redeemableUntil)}.`
    : ''
  switch (state) {
    case 'unpaid':
      return 'PayPal hasn’t confirmed the payment yet.'
    case 'paid':
      return `Ready to give: share the link or code, or print the card.${deadline}`
    case 'scheduled':
      if (gift.isAddressRefused) {
        return `We couldn’t deliver the card to ${recipient}. ${remedy}`
      }
      return deliverAt && new Date(deliverAt) > now
        ? `We’ll email the card to ${recipient} on ${formatDeliveryTime(new Date(deliverAt), timeZone)}.`
        : `We’re emailing the card to ${recipient} now. It should arrive within a few minutes.`
    case 'sent':
      if (gift.isAddressRefused) {
        return `The card came back from ${recipient}. ${remedy}`
      }
      return `Emailed to ${recipient}${sentAt ? ` on ${formatDate(sentAt)}` : ''}. Not redeemed yet.${deadline}`
    case 'redeemed':
      return redeemedAt ? `Redeemed on ${formatDate(redeemedAt)}.` : 'Redeemed.'
    case 'ended':
      return redeemedAt
        ? `Redeemed on ${formatDate(redeemedAt)}. The gift has now ended.`
        : 'Redeemed. The gift has now ended.'
    case 'refunded':
      return 'Refunded. The link and code no longer work.'
    case 'disputed':
      return 'On hold while PayPal looks into the payment.'
    case 'voided':
      return 'Withdrawn. The link and code no longer work.'
    case 'expired':
      return redeemableUntil
        ? `The gift wasn’t redeemed by ${formatDate(redeemableUntil)}, so it has expired.`
        : 'The gift wasn’t redeemed in time, so it has expired.'
  }
}

const describePayment = ({ at, minorUnits }: Payment) =>
  formatNextPayment({ at: new Date(at), minorUnits })

/** Returns a sentence such as “Your next payment will move from 5 January 2027 to 5 April 2027, …” */
function describeNextPayment({ paymentBefore: before, payment: after }: GiftEffect): string {
  if (!after) return 'Your account shows your next payment.'
  if (!before) return `Your next payment is ${describePayment(after)}.`
  if (before.at !== after.at)
    return `Your next payment will move from ${formatDate(before.at)} to ${formatDate(after.at)}, and you won’t be charged before then.`
  if (before.minorUnits === after.minorUnits)
    return `Your next payment is still ${describePayment(after)}. The gift will be used for your payments after that.`
  const amounts = `On ${formatDate(after.at)} you’ll pay ${after.minorUnits === 0 ? 'nothing' : formatCents(after.minorUnits)} instead of ${formatCents(before.minorUnits)}.`
  return `${amounts} PayPal will charge the full price, and we’ll refund ${after.minorUnits === 0 ? 'all of it' : 'the rest'} straight away.`
}

/** Describes how redeeming a gift affects the reader's dates and money. */
export function describeEffect(effect: GiftEffect): readonly string[] {
  const { kind, until } = effect
  const reading = until ? `read everything until ${formatDate(until)}` : 'read everything'
  const noRenewal = 'The gift costs you nothing and doesn’t renew.'
  switch (kind) {
    case 'startsNow':
      return [`Once you redeem this gift, you can ${reading}.`, noRenewal]
    case 'postponesBilling':
    case 'reducesPayment':
    case 'waits':
      return [
        'You already subscribe, so this gift will pay for part of your subscription. You can read everything as before.',
        describeNextPayment(effect),
      ]
    case 'paused':
      return [
        'This gift won’t change your pause. It’ll be used for your payments after the pause.',
        describeNextPayment(effect),
      ]
    case 'endsFailing':
      return [
        'The last payment for your subscription didn’t go through. If you redeem this gift, we’ll cancel that subscription, and you won’t be charged for the missed payment.',
        `You can then ${reading}. ${noRenewal}`,
      ]
    case 'afterPaidPeriod':
      return [
        `This gift will begin when the time you’ve paid for ends. With it, you can ${reading}.`,
        noRenewal,
      ]
    case 'extendsAccess':
      return [
        `You can already read everything. This gift adds to your time: you can ${reading}.`,
        noRenewal,
      ]
  }
}

/** The name is empty if the buyer's account has been deleted. */
export const describeGivenGift = (
  { senderName, length }: Pick<GiftCard, 'senderName' | 'length'>,
  publication: string,
) =>
  `${senderName || 'Somebody'} has given you ${formatMonthsTitle(length).toLowerCase()} of ${publication}.`

/** Confirms the gift to a reader who has redeemed it. */
export const describeRedeemed = (until: string | null) =>
  until
    ? `You can read everything until ${formatDate(until)}.`
    : 'The gift is part of your subscription, and your account shows your next payment.'

type ClosedState = Exclude<GiftCard['state'], 'open'>

type StateText = {
  readonly title: string
  readonly sentences: readonly string[]
  /** Whether support can help with this refusal. */
  readonly hasSupport?: boolean
}

/** Explains to somebody with a gift's code why the gift can't be redeemed. */
export function describeClosedCard(
  card: GiftCard & { readonly state: ClosedState },
  timeZone: string,
): StateText {
  const { state, availableAt, redeemableUntil, until } = card
  switch (state) {
    case 'notYet':
      return {
        title: 'Not just yet',
        sentences: [
          availableAt
            ? `This gift opens on ${formatDeliveryTime(new Date(availableAt), timeZone)}. Come back then, with the same link or code.`
            : 'You can’t open this gift yet.',
        ],
      }
    case 'redeemed':
      return {
        title: 'Already redeemed',
        sentences: [
          'Someone has already added this gift to their account. If that was you, log in to that account to see it.',
        ],
        hasSupport: true,
      }
    case 'redeemedByYou':
      return {
        title: 'This gift is yours',
        sentences: [
          // Without a date, the gift is part of a subscription, or has ended.
          until
            ? `You’ve redeemed it. ${describeRedeemed(until)}`
            : 'You’ve redeemed it. Your account shows how long you can read.',
        ],
      }
    case 'void':
      return {
        title: 'No longer valid',
        sentences: ['This gift has been refunded or withdrawn, so it can’t be redeemed.'],
        hasSupport: true,
      }
    case 'disputed':
      return {
        title: 'On hold',
        sentences: [
          'PayPal is looking into the payment for this gift, so it can’t be used at the moment. Come back later, with the same link or code.',
        ],
        hasSupport: true,
      }
    case 'expired':
      return {
        title: 'This gift has expired',
        sentences: [
          redeemableUntil
            ? `It had to be redeemed by ${formatDate(redeemableUntil)}.`
            : 'It wasn’t redeemed in time.',
        ],
        hasSupport: true,
      }
  }
}
