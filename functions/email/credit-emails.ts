import { formatDay } from '../../src/domain/day.ts'
import { formatMoney } from '../../src/domain/money.ts'
import type { CreditEvent } from '../../src/domain/subscription/outbox-item.ts'
import { site } from '../../src/site.ts'
import type { EmailContent } from './email-layout.ts'

const formatCredit = (minorUnits: number) => formatMoney({ minorUnits, currency: 'USD' })

export function createCreditEmail(about: CreditEvent, siteUrl: string): EmailContent {
  const amount = formatCredit(about.amount)
  const action = { label: 'See your credit', url: `${siteUrl}/refer` }
  switch (about.event) {
    case 'pending':
      return {
        subject: 'A friend has subscribed with your link',
        paragraphs: [
          `Thank you for recommending ${site.name}. You’ll get ${amount} credit on ` +
            `${formatDay(about.earnsAt)}, unless their payment is refunded or disputed before then.`,
        ],
        action,
      }
    case 'earned':
      return {
        subject: `You’ve earned ${amount} credit`,
        paragraphs: [
          `A friend has subscribed to ${site.name} with your link, and the ${amount} credit is now yours. ` +
            'It comes off your next payment automatically.',
        ],
        action,
      }
    case 'used':
      return {
        subject: `We’ve used ${amount} of your credit`,
        paragraphs: [
          `We’ve refunded ${amount} of your payment for ${site.name} on ${formatDay(about.paidAt)}, using ` +
            'your credit. It can take a few days to arrive, depending on your bank.',
          'Your subscription hasn’t changed.',
        ],
        facts: [
          ['Payment', formatCredit(about.price)],
          ['Credit used', amount],
          ['You paid', formatCredit(about.price - about.amount)],
          ['Credit left', formatCredit(about.left)],
        ],
        action,
      }
  }
}
