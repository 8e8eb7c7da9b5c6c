/** Names and messages are written by buyers: the layout escapes them. Dates are in UTC unless said. */
import { formatDay } from '../../src/domain/day.ts'
import type { Gift } from '../../src/domain/gift/gift.ts'
import { formatGiftCode, getGiftPath } from '../../src/domain/gift/gift-code.ts'
import { formatGiftLength } from '../../src/domain/gift/gift-length.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { addOfferSource, type OfferSource } from '../../src/domain/subscription/offer-source.ts'
import type { OutboxItemOf } from '../../src/domain/subscription/outbox-item.ts'
import { site } from '../../src/site.ts'
import type { EmailContent } from './email-layout.ts'

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const formatDeliveryDay = (instant: Date) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: site.timeZone }).format(instant)

/** A print of the publication's, in public/. */
const cardImage = { path: '/gift-card.jpg', alt: '' } as const

/** To the recipient. Senders whose account is deleted have no name any more. */
export function createGiftCardEmail(
  { senderName, message, length, code, redeemableUntil }: Gift,
  template: 'card' | 'reminder',
  siteUrl: string,
): EmailContent {
  const sender = senderName || 'A friend'
  const time = formatGiftLength(length)
  const isReminder = template === 'reminder'
  return {
    subject: isReminder
      ? `Your gift from ${sender} is still waiting`
      : `${sender} has given you ${time} of ${site.name}`,
    image: cardImage,
    paragraphs: [
      isReminder
        ? `${sender} gave you ${time} of ${site.name}. You haven’t opened the gift yet.`
        : `${sender} has given you ${time} of ${site.name}: every story, old and new.`,
      ...(message === '' ? [] : message.split('\n\n').map((part) => `“${part}”`)),
    ],
    facts: [
      ['Your code', formatGiftCode(code)],
      ...(redeemableUntil
        ? [['Open it by', formatDay(redeemableUntil)] satisfies [string, string]]
        : []),
    ],
    action: { label: 'Open your gift', url: siteUrl + getGiftPath(code) },
    closing: [
      'It’s paid for, and it doesn’t renew. Your time starts when you open the gift, or when what you already have ends.',
      'Don’t share the code: whoever opens the gift first gets it.',
    ],
  }
}

const createGiftFacts = (id: string, { length, price, paidAt, recipient }: Gift) =>
  [
    ['Gift', `${capitalize(formatGiftLength(length))} of ${site.name}`],
    ...(recipient ? [['For', recipient.name] as const] : []),
    [
      'Paid',
      `${formatMoney({ minorUnits: price, currency: 'USD' })}${paidAt ? ` on ${formatDay(paidAt)}` : ''}`,
    ],
    ['PayPal order', id],
  ] satisfies EmailContent['facts']

/** To the buyer. `key` opens the list of this gift. */
export function createGiftBuyerEmail(
  { gift: id, template }: Pick<OutboxItemOf<'giftBuyerEmail'>, 'gift' | 'template'>,
  gift: Gift,
  { siteUrl, key }: { readonly siteUrl: string; readonly key: string },
): EmailContent {
  const action = {
    label: 'See your gift',
    url: `${siteUrl}/gifts?${new URLSearchParams({ key })}`,
  }
  const { recipient, deliverAt, code, length } = gift
  const facts = createGiftFacts(id, gift)
  switch (template) {
    case 'paid':
      return {
        subject: `Your gift of ${formatGiftLength(length)} of ${site.name}`,
        paragraphs: [
          'Thank you. Your gift is paid for, and this is your receipt.',
          recipient
            ? `We’ll email the card to ${recipient.name}${deliverAt ? ` on ${formatDeliveryDay(deliverAt)}` : ' now'}.`
            : 'Give it with the link below, or print the card: the code on it opens the gift too.',
        ],
        facts: recipient
          ? facts
          : [
              ['Link to give', siteUrl + getGiftPath(code)],
              ['Code', formatGiftCode(code)],
              ...facts,
            ],
        closing: [
          recipient
            ? 'On your gift’s page, you can see whether it’s been opened, print the card and, until it’s sent, correct the address. Don’t share the link to that page: it’s yours.'
            : 'On your gift’s page, you can see whether it’s been opened, and print the card. Share only the link to give: the link to that page is yours.',
        ],
        action,
      }
    case 'addressRefused':
      return {
        subject: 'We couldn’t deliver your gift',
        paragraphs: [
          `The address you gave for ${recipient?.name ?? 'your gift'} doesn’t accept email. Correct it and we’ll send the card again. Or print the card and give it yourself.`,
        ],
        facts,
        action: { ...action, label: 'Correct the address' },
      }
    case 'refunded':
      return {
        subject: 'Your gift has been refunded',
        paragraphs: [
          'We’ve refunded your gift in full. It can take a few days to arrive, depending on your bank.',
          gift.redeemer === null
            ? 'Its link and code no longer work.'
            : 'It had been opened, so the rest of its time has ended, and the reader knows.',
        ],
        facts,
      }
  }
}

/** To the reader who has opened a gift. */
export function createGiftTimeEmail(
  { template, giftEnd, billingAt }: OutboxItemOf<'giftTimeEmail'>,
  siteUrl: string,
): EmailContent {
  const settings = { label: 'Go to your account', url: `${siteUrl}/settings` }
  const end = giftEnd && formatDay(giftEnd)
  const billing = billingAt && formatDay(billingAt)
  switch (template) {
    case 'redeemed':
      return {
        subject: 'Your gift has been added to your account',
        paragraphs: [
          end
            ? `Enjoy it. You can read everything we publish until ${end}.`
            : 'Enjoy it. You can read everything we publish.',
          billing
            ? `You keep your subscription: your next payment moves back to ${billing}.`
            : 'It’s paid for, and it doesn’t renew.',
        ],
        action: settings,
      }
    case 'ending':
      return {
        subject: end ? `Your gift ends on ${end}` : 'Your gift is ending',
        paragraphs: [
          `Your gift of ${site.name} ends ${end ? `on ${end}` : 'soon'}. It doesn’t renew, and nothing will be charged.`,
          'To keep reading, subscribe. Time you still have is added to what you pay for.',
        ],
        action: {
          label: 'See subscriptions',
          url: siteUrl + addOfferSource('/subscribe', 'email' as OfferSource),
        },
      }
    case 'refunded':
      return {
        subject: 'Your gift has ended',
        paragraphs: [
          'The payment for your gift was returned to the person who gave it, so the rest of its time has ended.',
          describeRest(end, billing),
        ],
        action: settings,
      }
    case 'suspended':
      return {
        subject: 'Your gift is on hold',
        paragraphs: [
          'The payment for your gift is being looked into by PayPal or a bank. Until that’s decided, its time waits.',
          describeRest(end, billing),
        ],
        action: settings,
      }
    case 'restored':
      return {
        subject: 'Your gift is back',
        paragraphs: [
          `The payment for your gift has been confirmed. Your gift is active again${end ? `, and lasts until ${end}` : ''}.`,
          ...(billing ? [`Your next payment is on ${billing}.`] : []),
        ],
        action: settings,
      }
  }
}

function describeRest(end: string | null, billing: string | null): string {
  if (end) return `Other gifts last until ${end}.`
  return billing
    ? `Your subscription continues, and your next payment is on ${billing}.`
    : 'You can subscribe whenever you like.'
}
