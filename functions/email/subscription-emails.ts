/**
 * Written only from the state at the time of the event, so that a late email is still true. Dates are in
 * UTC.
 */
import { formatDay } from '../../src/domain/day.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { getNextBillingAt } from '../../src/domain/subscription/next-billing.ts'
import { addOfferSource, type OfferSource } from '../../src/domain/subscription/offer-source.ts'
import type { OutboxItemOf, SubscriptionEmail } from '../../src/domain/subscription/outbox-item.ts'
import { getPlanPrice, plans } from '../../src/domain/subscription/plan.ts'
import { isPlanChangeWaiting } from '../../src/domain/subscription/plan-change.ts'
import { formatPlan } from '../../src/domain/subscription/plan-text.ts'
import {
  getAccessEnd,
  paymentGracePeriod,
  type Subscription,
} from '../../src/domain/subscription/subscription.ts'
import { isUnpaidTrial } from '../../src/domain/subscription/trial.ts'
import { site } from '../../src/site.ts'
import type { EmailContent } from './email-layout.ts'

const emailPaths = {
  settings: '/settings',
  subscribe: addOfferSource('/subscribe', 'email' as OfferSource),
} as const

const formatPlanPrice = ({ plan }: Subscription) => formatMoney(getPlanPrice(plan))

const createPlanFact = ({ plan }: Subscription) => ['Plan', formatPlan(plan)] as const

function createNextPaymentFact(subscription: Subscription, at: Date) {
  const next = getNextBillingAt(subscription)
  return next && next > at
    ? [['Next payment', `${formatPlanPrice(subscription)} on ${formatDay(next)}`] as const]
    : []
}

const createLastPaymentFact = (about: Subscription) =>
  about.lastPaymentAt
    ? [['Paid', `${formatPlanPrice(about)} on ${formatDay(about.lastPaymentAt)}`] as const]
    : []

type SubscriptionIn<State extends Subscription['state']> = Extract<Subscription, { state: State }>

/** Null if the subscription isn't in the state that the template describes. */
export function createSubscriptionEmail(
  {
    template,
    about: subscription,
    pendingSince: at,
    giftEnd = null,
  }: Pick<OutboxItemOf<'email'>, 'template' | 'about' | 'pendingSince'> &
    Partial<Pick<OutboxItemOf<'email'>, 'giftEnd'>>,
  siteUrl: string,
): EmailContent | null {
  const settings = (label: string) => ({ label, url: siteUrl + emailPaths.settings })
  const subscribe = { label: 'Subscribe again', url: siteUrl + emailPaths.subscribe }
  switch (subscription.state) {
    case 'active':
      return createActiveEmail(template, subscription, at, settings('Go to your account'))
    case 'paused':
      if (template === 'paused')
        return createPausedEmail(subscription, settings('Go to your account'))
      if (template === 'planChanged')
        return createPlanChangedEmail(subscription, settings('Go to your account'))
      return template === 'renewalReminder'
        ? createRenewalReminderEmail(subscription, settings('Go to your account'))
        : null
    case 'ending':
      if (template !== 'cancelled') return null
      return createCancelledEmail(
        subscription,
        subscription.isFinal ? subscribe : settings('Go to your account'),
        giftEnd,
      )
    case 'paymentFailed':
      return template === 'paymentFailed'
        ? createPaymentFailedEmail(subscription, settings('Retry payment'))
        : null
    case 'ended':
      if (template === 'refunded') return createRefundedEmail(subscription, subscribe)
      return template === 'ended' ? createEndedEmail(subscription, subscribe, giftEnd) : null
    case 'disputed':
      return null
  }
}

type Action = NonNullable<EmailContent['action']>

function createActiveEmail(
  template: SubscriptionEmail,
  subscription: SubscriptionIn<'active'>,
  at: Date,
  action: Action,
): EmailContent | null {
  const next = createNextPaymentFact(subscription, at)
  switch (template) {
    case 'started':
      return {
        subject: `Your subscription to ${site.name} has started`,
        paragraphs: [
          'Thank you for subscribing. You can now read everything we publish.',
          ...describeTrial(subscription),
        ],
        facts: [
          createPlanFact(subscription),
          ...createLastPaymentFact(subscription),
          ...next,
          ['PayPal subscription ID', subscription.provider],
        ],
        closing: [
          'It renews automatically. You can pause or cancel in your account whenever you like, and ' +
            'you can read until the end of the period you’ve paid for. Your receipts are there too.',
        ],
        action,
      }
    case 'renewalReminder':
      return createRenewalReminderEmail(subscription, action)
    case 'planChanged':
      return createPlanChangedEmail(subscription, action)
    case 'offerAccepted':
      if (!subscription.heldUntil) return null
      return {
        subject: 'Your next month is free',
        paragraphs: [
          `You have a free month of ${site.name}. You keep full access, and your next payment moves ` +
            'back a month.',
        ],
        facts: [createPlanFact(subscription), ...next],
        action,
      }
    case 'resumed':
      return {
        subject: `Your subscription to ${site.name} is active again`,
        paragraphs: [
          next.length > 0
            ? 'You can read everything, and the date of your next payment hasn’t changed.'
            : 'Welcome back. You can read everything again. Your payments resume too, and your account ' +
              'shows the date of the next one.',
        ],
        facts: [createPlanFact(subscription), ...next],
        action,
      }
    case 'paymentFixed':
      return {
        subject: 'Your payment went through',
        paragraphs: [
          `Thank you. Your payment for ${site.name} went through, and you can read everything.`,
        ],
        facts: [createPlanFact(subscription), ...createLastPaymentFact(subscription), ...next],
        action,
      }
    case 'cancelled':
    case 'paused':
    case 'paymentFailed':
    case 'ended':
    case 'refunded':
      return null
  }
}

function createPlanChangedEmail(
  subscription: SubscriptionIn<'active' | 'paused'>,
  action: Action,
): EmailContent | null {
  if (!isPlanChangeWaiting(subscription)) return null
  const { plan, previous, provider } = subscription
  const day = formatDay(getNextBillingAt(subscription) ?? subscription.paidThrough)
  const price = formatPlanPrice(subscription)
  return {
    subject: `Your plan changes on ${day}`,
    paragraphs: [
      previous?.lastPaymentAt
        ? `You’ve changed your plan from ${plans[previous.plan].name} to ${plans[plan].name}. What you’ve ` +
          `already paid for ${site.name} counts until ${day}.`
        : `You’ve changed your plan to ${plans[plan].name}.`,
      `PayPal will charge ${price} on ${day}, and ${price} every ${plans[plan].period} from then on. ` +
        'You won’t be charged before that day.',
    ],
    facts: [
      createPlanFact(subscription),
      ['Next payment', `${price} on ${day}`],
      ['PayPal subscription ID', provider],
    ],
    closing: [
      'The new plan is a new subscription at PayPal. We’ve cancelled the previous one there, and PayPal ' +
        'may email you about that.',
    ],
    action,
  }
}

const describeTrial = (subscription: Subscription) =>
  isUnpaidTrial(subscription)
    ? [
        `Your free trial lasts until ${formatDay(subscription.paidThrough)}. Cancel in your account ` +
          'before then and you won’t be charged.',
      ]
    : []

function createRenewalReminderEmail(
  subscription: SubscriptionIn<'active' | 'paused'>,
  action: Action,
): EmailContent {
  const day = formatDay(getNextBillingAt(subscription) ?? subscription.paidThrough)
  const isPaused = subscription.state === 'paused'
  const { giftHold } = subscription
  return {
    subject: `Your subscription ${isPaused || giftHold ? 'resumes' : 'renews'} on ${day}`,
    paragraphs: [
      giftHold
        ? `Your gift ends on ${formatDay(giftHold.until)}, and your subscription to ${site.name} ` +
          `resumes on ${day}. PayPal will then charge ${formatPlanPrice(subscription)} for another ` +
          `${plans[subscription.plan].period}.`
        : isPaused
          ? `Your pause ends on ${day}. Your subscription to ${site.name} then resumes automatically: ` +
            `${formatPlan(subscription.plan)}.`
          : `Your subscription to ${site.name} renews on ${day}. PayPal will then charge ` +
            `${formatPlanPrice(subscription)} for another ${plans[subscription.plan].period}.`,
      'If you’d like to continue, you don’t need to do anything. If not, cancel before that day and ' +
        'you won’t be charged.',
    ],
    action,
  }
}

const describeGiftRest = (giftEnd: Date | null) =>
  giftEnd ? [`You still have a gift: you can read everything until ${formatDay(giftEnd)}.`] : []

function createCancelledEmail(
  subscription: SubscriptionIn<'ending'>,
  action: Action,
  giftEnd: Date | null,
): EmailContent {
  return {
    subject: 'Your subscription has been cancelled',
    paragraphs: [
      `You won’t be charged${isUnpaidTrial(subscription) ? '' : ' again'} for ${site.name}. You can read everything until ` +
        `${formatDay(getAccessEnd(subscription))}.`,
      subscription.isFinal
        ? 'It was cancelled at PayPal, so it can’t be reactivated. You can subscribe again whenever you like.'
        : 'If you change your mind, reactivate it in your account before then. You won’t be charged ' +
          'before that day.',
      ...describeGiftRest(giftEnd),
    ],
    action,
  }
}

function createPausedEmail(subscription: SubscriptionIn<'paused'>, action: Action): EmailContent {
  const day = formatDay(subscription.resumesAt)
  return {
    subject: `Your subscription is paused until ${day}`,
    paragraphs: [
      getAccessEnd(subscription) > subscription.stoppedAt
        ? `You can read everything until ${formatDay(getAccessEnd(subscription))}. After that you can’t ` +
          'read subscriber stories while it’s paused.'
        : 'You can’t read subscriber stories while it’s paused.',
      `You won’t be charged before ${day}. Your subscription then resumes automatically: ` +
        `${formatPlan(subscription.plan)}. You can resume it sooner, or cancel it, in your account.`,
    ],
    action,
  }
}

function createPaymentFailedEmail(
  subscription: SubscriptionIn<'paymentFailed'>,
  action: Action,
): EmailContent {
  const graceEnds = new Date(subscription.failedAt.getTime() + paymentGracePeriod)
  return {
    subject: 'Your payment didn’t go through',
    paragraphs: [
      `PayPal couldn’t collect ${formatPlanPrice(subscription)} for ${site.name} on ${formatDay(subscription.failedAt)}. ` +
        `You can still read everything until ${formatDay(graceEnds)}.`,
      'PayPal will try again automatically within a few days. If your card has expired, choose ' +
        'another payment method at PayPal, then retry the payment in your account.',
    ],
    facts: [createPlanFact(subscription)],
    action,
  }
}

function createEndedEmail(
  { endedAt }: SubscriptionIn<'ended'>,
  action: Action,
  giftEnd: Date | null,
): EmailContent {
  return {
    subject: `Your subscription to ${site.name} has ended`,
    paragraphs: [
      `It ended on ${formatDay(endedAt)}, and you won’t be charged again. Your account and saved ` +
        'stories stay.',
      ...describeGiftRest(giftEnd),
      'Thank you for reading. You can subscribe again whenever you like.',
    ],
    action,
  }
}

function createRefundedEmail(subscription: SubscriptionIn<'ended'>, action: Action): EmailContent {
  const payment = subscription.lastPaymentAt
    ? `your payment of ${formatPlanPrice(subscription)} on ${formatDay(subscription.lastPaymentAt)}`
    : 'your payment'
  return {
    subject: 'Your payment has been refunded',
    paragraphs: [
      `We’ve refunded ${payment} in full. It can take a few days to arrive, depending on your bank.`,
      `Your subscription to ${site.name} has ended too, and you won’t be charged again.`,
    ],
    action,
  }
}
