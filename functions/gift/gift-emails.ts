/** Buyers write names and messages, so the layout escapes them. Dates are in UTC unless stated otherwise. */

import { formatDay } from '../../src/domain/day.ts'
import { cardPicturePaths } from '../../src/domain/gift/card-picture.ts'
import type { Gift } from '../../src/domain/gift/gift.ts'
import { formatGiftCode, getGiftPath } from '../../src/domain/gift/gift-code.ts'
import { type GiftEvent, maxResends } from '../../src/domain/gift/gift-transition.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { formatMonths, formatMonthsTitle } from '../../src/domain/number-words.ts'
import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { addOfferSource, type OfferSource } from '../../src/domain/statistics/offer-source.ts'
import type { Outlook } from '../../src/domain/subscription/outlook.ts'
import { formatNextPayment } from '../../src/domain/subscription/outlook-text.ts'
import { site } from '../../src/publication/identity.ts'
import { currency } from '../../src/publication/offer.ts'
import type { EmailContent } from '../email/email-layout.ts'
import { describeAccess, findNextPayment, listUpcomingLines } from '../email/outlook-sentences.ts'
import { refundArrival } from '../email/refund-arrival.ts'

const formatDeliveryDay = (instant: Date) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: site.timeZone }).format(instant)

/** Every paragraph begins with a quotation mark, and only the last one ends with one. */
const quote = (message: string) =>
  message
    .split('\n\n')
    .map((part, index, parts) => `“${part}${index === parts.length - 1 ? '”' : ''}`)

const cardImage = { path: cardPicturePaths.email, alt: '' } as const

/** Sent to the recipient. If the sender has deleted their account, the name is no longer stored. */
export function createGiftCardEmail(
  { senderName, message, length, code, redeemableUntil }: Gift,
  template: 'card' | 'reminder',
  siteUrl: string,
): EmailContent {
  const sender = senderName || 'a friend'
  const time = formatMonths(length)
  const isReminder = template === 'reminder'
  return {
    subject: isReminder
      ? `Your gift from ${sender} is still waiting`
      : `${senderName || 'A friend'} has given you ${time} of ${site.name}`,
    image: cardImage,
    paragraphs: [
      isReminder
        ? `${senderName || 'A friend'} gave you ${time} of ${site.name}. You haven’t redeemed it yet.`
        : 'Your gift lets you read every story, old and new.',
      ...(message === '' ? [] : quote(message)),
    ],
    facts: [
      ['Your code', formatGiftCode(code)],
      ...(redeemableUntil
        ? [['Redeem it by', formatDay(redeemableUntil)] satisfies [string, string]]
        : []),
    ],
    action: { label: 'Open your gift', url: siteUrl + getGiftPath(code) },
    closing: [
      'The gift is paid for, and it doesn’t renew. Your time starts when you redeem the gift, or when the access you already have ends.',
      'Don’t share the code: whoever redeems the gift first gets it.',
    ],
  }
}

/**
 * Returns the delivery day; null if the card is sent immediately: a pending payment may be confirmed after that day.
 */
const findDeliveryDay = ({ deliverAt, paidAt }: Gift): string | null =>
  deliverAt && !(paidAt && paidAt > deliverAt) ? formatDeliveryDay(deliverAt) : null

const createGiftFacts = (id: string, { length, price, paidAt, recipient }: Gift) =>
  [
    ['Gift', `${formatMonthsTitle(length)} of ${site.name}`],
    ...(recipient ? [['For', recipient.name] as const] : []),
    [
      'Paid',
      `${formatMoney({ minorUnits: price, currency })}${paidAt ? ` on ${formatDay(paidAt)}` : ''}`,
    ],
    ['PayPal order', id],
  ] satisfies EmailContent['facts']

/** Sent to the buyer. `key` gives access to a list of this gift only. */
export function createGiftBuyerEmail(
  { gift: id, template }: Pick<OutboxItemOf<'giftBuyerEmail'>, 'gift' | 'template'>,
  gift: Gift,
  { siteUrl, key }: { readonly siteUrl: string; readonly key: string },
): EmailContent {
  const action = {
    label: 'See your gift',
    url: `${siteUrl}/gifts?${new URLSearchParams({ key })}`,
  }
  const { recipient, code, length } = gift
  const facts = createGiftFacts(id, gift)
  const deliveryDay = recipient && findDeliveryDay(gift)
  const canCorrect = gift.resends < maxResends
  switch (template) {
    case 'paid':
      return {
        subject: `Your gift of ${formatMonths(length)} of ${site.name}`,
        paragraphs: [
          'Thank you. Your gift is paid for, and this is your receipt.',
          recipient
            ? deliveryDay
              ? `We’ll email the card to ${recipient.name} on ${deliveryDay}.`
              : `We’re emailing the card to ${recipient.name} now.`
            : 'To give your gift, share the link below or print the card, which has the code. Either can be used to ' +
              'redeem the gift.',
        ],
        facts: recipient
          ? facts
          : [
              ['Link to give', siteUrl + getGiftPath(code)],
              ['Code', formatGiftCode(code)],
              ...facts,
            ],
        closing: [
          `On your gift’s page, you can see whether the gift has been redeemed, and print the card.${deliveryDay ? ` Until ${deliveryDay}, you can correct the address there.` : ''} Don’t share the link to that page: it’s only for you.`,
        ],
        action,
      }
    case 'addressRefused':
      return {
        subject: 'We couldn’t deliver your gift',
        paragraphs: [
          `The address you gave for ${recipient?.name ?? 'your gift'} doesn’t accept email. ${canCorrect ? 'Correct it and we’ll send the card again. Or print' : 'Print'} the card and give it yourself.`,
        ],
        facts,
        action: canCorrect ? { ...action, label: 'Correct the address' } : action,
      }
    case 'refunded':
      return {
        subject: 'Your gift has been refunded',
        paragraphs: [
          `Your payment is being returned to you in full. ${refundArrival}`,
          describeRefundedGift(gift),
        ],
        facts,
      }
  }
}

function describeRefundedGift({ redeemer, history }: Gift): string {
  if (redeemer === null) return 'The gift’s link and code no longer work.'
  if (history.some(({ kind }) => kind === ('timeUsed' satisfies GiftEvent['kind'])))
    return 'The gift had been redeemed, and all of its time had been used.'
  const ended = 'The gift had already been redeemed, so we’ve cancelled the time left on it.'
  // `redeemer` is empty once the reader's account is deleted.
  return redeemer === '' ? ended : `${ended} We’ve emailed the person who redeemed it.`
}

const accountShowsDates = 'Your account shows the dates.'

/** Sent to the reader who has redeemed a gift. The outlook is null in items stored by an earlier version. */
export function createGiftTimeEmail(
  {
    template,
    outlook,
    pendingSince: at,
  }: Pick<OutboxItemOf<'giftTimeEmail'>, 'template' | 'outlook' | 'pendingSince'>,
  siteUrl: string,
): EmailContent {
  const action = { label: 'Go to your account', url: `${siteUrl}/settings` }
  const upcoming = outlook ? listUpcomingLines(outlook) : []
  switch (template) {
    case 'redeemed':
      return {
        subject: 'Your gift has been added to your account',
        paragraphs: outlook
          ? [describeRedeemed(outlook, at), describeGiftUse(outlook, at)]
          : [`Enjoy your gift. ${accountShowsDates}`],
        upcoming,
        action,
      }
    case 'ending': {
      const end = outlook?.closesAt ? formatDay(outlook.closesAt) : null
      return {
        subject: end ? `Your gift ends on ${end}` : 'Your gift is ending',
        paragraphs: [
          `${end ? `You can read everything until ${end}.` : accountShowsDates} Your gift doesn’t renew, and nothing will be charged for it.`,
          'To keep reading, subscribe. You’ll keep any days left on your gift for when your subscription ends.',
        ],
        upcoming,
        action: {
          label: 'See subscriptions',
          url: siteUrl + addOfferSource('/subscribe', 'email' as OfferSource),
        },
      }
    }
    default: {
      const { subject, reason } = paymentChanges[template]
      return { subject, paragraphs: [reason, describeRest(outlook, at)], upcoming, action }
    }
  }
}

/** Subjects and reasons for emails about the payment for a gift that is in use. */
const paymentChanges = {
  refunded: {
    subject: 'Your gift has ended',
    reason:
      'The payment for your gift was returned to the person who gave it, so your gift has ended early.',
  },
  suspended: {
    subject: 'Your gift is on hold',
    reason:
      'PayPal or a bank is reviewing the payment for your gift. Your gift is on hold until they decide. If they ' +
      'confirm the payment, you’ll get back all the time you had left.',
  },
  restored: {
    subject: 'Your gift is back',
    reason: 'The payment for your gift has been confirmed, and your gift is active again.',
  },
} as const

function describeRedeemed(outlook: Outlook, at: Date): string {
  const start = outlook.isOpen
    ? 'Enjoy your gift.'
    : outlook.upcoming.some(({ kind }) => kind === 'opens')
      ? 'Your subscription is paused, so your gift will start after the pause.'
      : ''
  return `${start} ${describeAccess(outlook, at) ?? ''}`.trim()
}

const fullPrice = 'PayPal will charge the full price, and we’ll refund the rest straight away.'

/**
 * Describes how a gift's months are used: instead of payments, to reduce a yearly payment, after a payment that is due
 * soon, or as access.
 */
function describeGiftUse(outlook: Outlook, at: Date): string {
  const next = findNextPayment(outlook, at)
  if (!next) return 'Your gift is paid for, and it doesn’t renew.'
  const first = outlook.upcoming.find(({ kind }) => kind === 'payment' || kind === 'skippedPayment')
  const text = formatNextPayment(next)
  if (first?.kind === 'skippedPayment')
    return `You keep your subscription, and your gift will replace your next payments. After that, you’ll pay ${text}.`
  return first?.months
    ? 'You keep your subscription, and your gift’s months will come off your next payment: ' +
        `you’ll pay ${text}. ${fullPrice}`
    : `You keep your subscription. Your next payment is still ${text}. Your gift will be used for your payments after that.`
}

function describeRest(outlook: Outlook | null, at: Date): string {
  if (!outlook) return accountShowsDates
  const next = findNextPayment(outlook, at)
  const access = describeAccess(outlook, at) ?? 'You can subscribe whenever you like.'
  if (!next) return access
  const payment = `Your next payment is ${formatNextPayment(next)}.`
  return `${access} ${payment}${next.months ? ` ${fullPrice}` : ''}`
}
