import { formatDay } from '../../src/domain/day.ts'
import { formatMoney, type Money } from '../../src/domain/money.ts'
import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import type { SurplusReason } from '../../src/domain/subscription/effect-kinds.ts'
import type { EmailContent } from './email-layout.ts'
import { refundArrival } from './refund-arrival.ts'

export function createRefundConfirmationEmail({
  paidAt,
  amount,
  surplus,
}: OutboxItemOf<'refundConfirmation'>): EmailContent {
  // A payment in another currency has no amount in the site's currency.
  const of = amount.minorUnits > 0 ? ` of ${formatMoney(amount satisfies Money)}` : ''
  const payment = `your payment${of} on ${formatDay(paidAt)}`
  return {
    subject: 'We’ve refunded a payment',
    paragraphs: [
      `We’ve refunded ${payment} in full. ${explainRefund(surplus)}`,
      `${refundArrival} You don’t need to do anything.`,
    ],
  }
}

function explainRefund(reason: SurplusReason | null): string {
  switch (reason) {
    case null:
      return 'The payment wasn’t due. Your subscription hasn’t changed.'
    case 'alreadySubscribed':
      return (
        'You already have a subscription, so we’ve cancelled the second one. The first one hasn’t ' +
        'changed.'
      )
    case 'studentAddressInUse':
      return (
        'The student address is already used for another subscription, so we’ve cancelled the ' +
        'new one. You can choose another plan whenever you like.'
      )
    case 'trialUsed':
      return (
        'The free trial is for new subscribers, so we’ve cancelled the new subscription. You can ' +
        'subscribe again whenever you like.'
      )
    case 'planChangeOutdated':
      return (
        'Your subscription changed while you were confirming a new plan, so we’ve cancelled the new ' +
        'subscription. Your plan hasn’t changed.'
      )
    case 'underpaid':
      return (
        'The payment was less than the price of your plan, so we’ve cancelled the subscription at PayPal. You can ' +
        'approve the full price whenever you like.'
      )
    case 'notPaid':
      return (
        'PayPal couldn’t collect the payment at first, so we had already cancelled the subscription when the ' +
        'payment arrived. You can subscribe again whenever you like.'
      )
    case 'accountDeleted':
      return 'Your account had already been deleted, so we’ve cancelled the subscription.'
  }
}
