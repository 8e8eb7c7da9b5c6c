import { formatDay } from '../../src/domain/day.ts'
import { formatList } from '../../src/domain/list-text.ts'
import { formatMonths } from '../../src/domain/number-words.ts'
import type { CreditEvent } from '../../src/domain/outbox/outbox-item.ts'
import { formatCents } from '../../src/domain/subscription/outlook-text.ts'
import { site } from '../../src/publication/identity.ts'
import type { EmailContent } from '../email/email-layout.ts'
import { refundArrival } from '../email/refund-arrival.ts'

export function createCreditEmail(about: CreditEvent, siteUrl: string): EmailContent {
  const amount = formatCents(about.amount)
  const action = { label: 'See your credit', url: `${siteUrl}/refer` }
  switch (about.event) {
    case 'pending':
      return {
        subject: 'A friend has subscribed through your link',
        paragraphs: [
          `Thank you for recommending ${site.name}. You’ll get ${amount} credit on ` +
            `${formatDay(about.earnsAt)}, unless your friend’s payments are refunded or disputed before then.`,
        ],
        action,
      }
    case 'earned':
      return {
        subject: `You’ve earned ${amount} credit`,
        paragraphs: [
          `A friend has subscribed to ${site.name} through your link, and the ${amount} credit is now yours. ` +
            'It will come off your next payment automatically.',
        ],
        action,
      }
    case 'used':
      return createReturnEmail(about, siteUrl)
  }
}

/** Explains a refund, which can have up to three reasons. */
function createReturnEmail(
  { amount, share, months, excess, price, paidAt, left }: CreditEvent & { event: 'used' },
  siteUrl: string,
): EmailContent {
  const returned = amount + share + excess
  const reasons = [
    ...(share > 0 ? [`for ${formatMonths(months)} you’ve been given`] : []),
    ...(amount > 0 ? ['using your credit'] : []),
    ...(excess > 0 ? ['because PayPal charged more than the price'] : []),
  ]
  const total = formatCents(returned)
  const payment = `your payment of ${formatCents(price)} for ${site.name} on ${formatDay(paidAt)}`
  return {
    subject:
      returned === amount
        ? `We’ve used ${total} of your credit`
        : `We’ve returned ${total} of your payment`,
    paragraphs: [
      `We’ve returned ${total} of ${payment}, ${formatList(reasons)}. ${refundArrival}`,
      'Your subscription hasn’t changed.',
    ],
    facts: [
      ['Payment', formatCents(price)],
      ...(share > 0 ? [['Time you’ve been given', formatCents(share)] as const] : []),
      ...(amount > 0 ? [['Credit used', formatCents(amount)] as const] : []),
      ...(excess > 0 ? [['Charged above the price', formatCents(excess)] as const] : []),
      ['You paid', formatCents(price - returned)],
      ...(amount > 0 ? [['Credit left', formatCents(left)] as const] : []),
    ],
    action:
      amount > 0
        ? { label: 'See your credit', url: `${siteUrl}/refer` }
        : { label: 'Go to your account', url: `${siteUrl}/settings` },
  }
}
