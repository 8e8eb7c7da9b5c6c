/** Emails about a subscription that was cancelled, has a missing payment, or has ended. */

import { formatDay } from '../../src/domain/day.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { addOfferSource, type OfferSource } from '../../src/domain/statistics/offer-source.ts'
import { getPlanKind } from '../../src/domain/subscription/offer.ts'
import type { Outlook } from '../../src/domain/subscription/outlook.ts'
import { getPlanPrice, type PlanId } from '../../src/domain/subscription/plan.ts'
import type { Subscription, SubscriptionIn } from '../../src/domain/subscription/subscription.ts'
import { isUnpaidTrial } from '../../src/domain/subscription/trial.ts'
import { getPaidEnd } from '../../src/domain/subscription/used-months.ts'
import { site } from '../../src/publication/identity.ts'
import type { EmailContent } from './email-layout.ts'
import { describeAccess, listUpcomingLines } from './outlook-sentences.ts'
import { refundArrival } from './refund-arrival.ts'
import {
  createPlanFact,
  type EmailDetails,
  formatPlanPrice,
  linkToSettings,
} from './running-subscription-emails.ts'

const linkToSubscribe = ({ siteUrl }: EmailDetails) => ({
  label: 'Subscribe again',
  url: siteUrl + addOfferSource('/subscribe', 'email' as OfferSource),
})

/** Links to the page where the reader approves a new subscription to the same plan. */
function linkToApproval(plan: PlanId, { siteUrl }: EmailDetails) {
  const kind = getPlanKind(plan)
  return { label: 'Continue with PayPal', url: `${siteUrl}/settings/plan?plan=${kind}` }
}

/** Omits “again” for a trial without a payment. */
const formatAgain = (subscription: Subscription) => (isUnpaidTrial(subscription) ? '' : ' again')

export function createCancelledEmail(
  subscription: SubscriptionIn<'ending'>,
  details: EmailDetails,
): EmailContent {
  const { outlook, at } = details
  const paidEnd = getPaidEnd(subscription)
  const paidDay = formatDay(paidEnd)
  const hasGivenTime = outlook.closesAt !== null && outlook.closesAt > paidEnd
  const { isFinal, isUnderpaid } = subscription
  return {
    subject: isUnderpaid
      ? 'Your subscription needs your approval again'
      : 'Your subscription has been cancelled',
    paragraphs: [
      [
        isUnderpaid ? describeUnderpaid(subscription) : '',
        `You won’t be charged${formatAgain(subscription)} for ${site.name}.`,
        describeAccess(outlook, at) ?? '',
        hasGivenTime ? 'That date includes the time you’ve been given.' : '',
      ]
        .filter(Boolean)
        .join(' '),
      isFinal
        ? `${isUnderpaid ? 'To continue' : 'Your subscription was cancelled at PayPal. If you change your mind'}, approve a new subscription before ` +
          `${paidDay}: you won’t be charged before that day.`
        : `If you change your mind, you can reactivate your subscription in your account until ${paidDay}. ` +
          'You still won’t be charged before that day.',
    ],
    upcoming: listUpcomingLines(outlook),
    action: isFinal ? linkToApproval(subscription.plan, details) : linkToSettings(details),
  }
}

const describeUnderpaid = (subscription: Subscription) =>
  `Your subscription’s price was lowered at PayPal to less than the ${formatPlanPrice(subscription)} your plan ` +
  'costs, so we’ve cancelled the subscription there.'

export function createPaymentFailedEmail(
  subscription: SubscriptionIn<'paymentFailed'>,
  details: EmailDetails,
): EmailContent {
  return {
    subject: 'Your payment didn’t go through',
    paragraphs: [
      `PayPal couldn’t collect ${formatPlanPrice(subscription)} for ${site.name} on ${formatDay(subscription.failedAt)}. ` +
        describeGrace(details),
      'PayPal may try again automatically within a few days. If your card has expired, choose ' +
        'another payment method at PayPal, then retry the payment in your account.',
    ],
    facts: [createPlanFact(subscription)],
    action: { ...linkToSettings(details), label: 'Retry payment' },
  }
}

const describeGrace = ({ outlook: { isOpen, closesAt } }: EmailDetails) =>
  isOpen && closesAt
    ? `You can still read everything until ${formatDay(closesAt)}.`
    : 'You can’t read subscriber stories until the payment goes through.'

/** Sent when PayPal hasn't tried to collect the payment and can't continue the subscription. */
export function createPaymentMissingEmail(
  subscription: SubscriptionIn<'paymentFailed'>,
  details: EmailDetails,
): EmailContent {
  const { plan, paidThrough } = subscription
  const price = formatPlanPrice(subscription)
  const day = formatDay(paidThrough)
  const isDue = paidThrough <= details.at
  return {
    subject: isDue
      ? 'PayPal hasn’t collected your payment'
      : 'Your next payment needs your approval',
    paragraphs: [
      (isDue
        ? `Your payment of ${price} for ${site.name} was due on ${day}, and nothing has been charged. `
        : `PayPal won’t collect your payment of ${price} on ${day} without your approval. Nothing has been charged. `) +
        describeGrace(details),
      'To keep reading, approve a new subscription at PayPal, in one step. It will replace the old one, ' +
        `and you’ll be charged ${formatMoney(getPlanPrice(plan))} ${isDue ? 'when you approve it' : `on ${day}`}.`,
      'If you don’t want to continue, you don’t need to do anything: your subscription will end, and you won’t be charged.',
    ],
    facts: [createPlanFact(subscription)],
    action: linkToApproval(plan, details),
  }
}

/** Describes access from a gift or other granted time. */
const describeOtherAccess = ({ isOpen, closesAt }: Outlook) =>
  isOpen && closesAt ? [`You can still read everything until ${formatDay(closesAt)}.`] : []

export const createEndedEmail = (
  subscription: SubscriptionIn<'ended'>,
  details: EmailDetails,
): EmailContent => ({
  subject: `Your subscription to ${site.name} has ended`,
  paragraphs: [
    ...(subscription.isUnderpaid ? [describeUnderpaid(subscription)] : []),
    `Your subscription ended on ${formatDay(subscription.endedAt)}, and you won’t be charged${formatAgain(subscription)}. You keep your ` +
      'account and your saved stories.',
    ...describeOtherAccess(details.outlook),
    'Thank you for reading. You can subscribe again whenever you like.',
  ],
  action: linkToSubscribe(details),
})

export function createRefundedEmail(
  subscription: SubscriptionIn<'ended'>,
  details: EmailDetails,
): EmailContent {
  const payment = subscription.lastPaymentAt
    ? `Your payment of ${formatPlanPrice(subscription)} on ${formatDay(subscription.lastPaymentAt)}`
    : 'Your payment'
  return {
    subject: 'Your payment has been refunded',
    paragraphs: [
      `${payment} is being returned to you in full. ${refundArrival}`,
      `Your subscription to ${site.name} has ended too, and you won’t be charged again.`,
      ...describeOtherAccess(details.outlook),
    ],
    action: linkToSubscribe(details),
  }
}
