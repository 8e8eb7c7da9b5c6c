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

/** “$99 on 20 November 2027”; null if the date has passed. */
function formatNextPayment(subscription: Subscription, at: Date): string | null {
  const next = getNextBillingAt(subscription)
  return next && next > at ? `${formatPlanPrice(subscription)} on ${formatDay(next)}` : null
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
        return createPausedEmail(subscription, settings('Go to your account'), giftEnd)
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
  const nextPayment = formatNextPayment(subscription, at)
  const next = nextPayment ? [['Next payment', nextPayment] as const] : []
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
          ['PayPal subscription', subscription.provider],
        ],
        action,
        closing: [
          isUnpaidTrial(subscription)
            ? `After the trial, your subscription renews automatically every ${plans[subscription.plan].period} until you cancel.`
            : 'Your subscription renews automatically. You can pause or cancel in your account whenever you like, and ' +
              'you can read until the end of the period you’ve paid for. Your receipts are there too.',
        ],
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
          `You keep full access to ${site.name}, and your next payment moves back a month.`,
        ],
        facts: [createPlanFact(subscription), ...next],
        action,
      }
    case 'resumed':
      return {
        subject: `Your subscription to ${site.name} is active again`,
        paragraphs: [
          nextPayment
            ? `You can read everything. Your next payment is ${nextPayment}.`
            : 'Welcome back. You can read everything again. Your payments resume too, and your account ' +
              'shows the date of the next one.',
        ],
        facts: [createPlanFact(subscription)],
        action,
      }
    case 'paymentFixed':
      return {
        subject: 'Your payment went through',
        paragraphs: [`Thank you. You can read everything on ${site.name}.`],
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
  const { plan, previous, provider, paidThrough } = subscription
  const next = getNextBillingAt(subscription) ?? paidThrough
  const day = formatDay(next)
  // Pauses, free months and gifts move the payment beyond what was paid for.
  const isPaidUntilThen = previous?.lastPaymentAt && next.getTime() === paidThrough.getTime()
  return {
    subject: `Your plan changes on ${day}`,
    paragraphs: [
      (previous?.lastPaymentAt
        ? `You’ve changed your plan from ${plans[previous.plan].name} to ${plans[plan].name}.`
        : `You’ve changed your plan to ${plans[plan].name}.`) +
        (isPaidUntilThen ? ` What you’ve already paid covers you until ${day}.` : ''),
      `PayPal will charge ${formatPlanPrice(subscription)} on ${day}, and then every ` +
        `${plans[plan].period}. You won’t be charged before that day.`,
    ],
    facts: [createPlanFact(subscription), ['PayPal subscription', provider]],
    action,
    closing: [
      'The new plan is a new subscription at PayPal. We’ve cancelled the previous one there, and PayPal ' +
        'may email you about that.',
    ],
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
  const charge =
    `PayPal will charge ${formatPlanPrice(subscription)} on ${day} for your next ` +
    `${plans[subscription.plan].period} of ${site.name}.`
  return {
    subject: `Your subscription ${isPaused || giftHold ? 'resumes' : 'renews'} on ${day}`,
    paragraphs: [
      giftHold
        ? `Your subscription resumes when your gift has ended. ${charge}`
        : isPaused
          ? `Your pause ends on ${day}. Your subscription to ${site.name} then resumes automatically: ` +
            `${formatPlan(subscription.plan)}.`
          : charge,
      'If you’d like to continue, you don’t need to do anything. If not, cancel before that day and ' +
        'you won’t be charged.',
    ],
    action,
  }
}

const describeGiftRest = (giftEnd: Date | null) =>
  giftEnd ? [`You also have a gift, so you can keep reading until ${formatDay(giftEnd)}.`] : []

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
        : 'If you change your mind, you can reactivate it in your account before then. You still ' +
          'won’t be charged before that day.',
      ...describeGiftRest(giftEnd),
    ],
    action,
  }
}

function createPausedEmail(
  subscription: SubscriptionIn<'paused'>,
  action: Action,
  giftEnd: Date | null,
): EmailContent {
  const resumesAt = getNextBillingAt(subscription) ?? subscription.resumesAt
  const day = formatDay(resumesAt)
  // Gifts are used after the paid period.
  const readableUntil = giftEnd ?? getAccessEnd(subscription)
  const paywall = 'you can’t read subscriber stories while it’s paused.'
  return {
    subject: `Your subscription is paused until ${day}`,
    paragraphs: [
      readableUntil > subscription.stoppedAt
        ? `You can read everything until ${formatDay(readableUntil)}.` +
          (readableUntil < resumesAt ? ` After that ${paywall}` : '')
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
      `It ended on ${formatDay(endedAt)}, and you won’t be charged again. You keep your account and ` +
        'your saved stories.',
      ...describeGiftRest(giftEnd),
      'Thank you for reading. You can subscribe again whenever you like.',
    ],
    action,
  }
}

function createRefundedEmail(subscription: SubscriptionIn<'ended'>, action: Action): EmailContent {
  const payment = subscription.lastPaymentAt
    ? `Your payment of ${formatPlanPrice(subscription)} on ${formatDay(subscription.lastPaymentAt)}`
    : 'Your payment'
  return {
    subject: 'Your payment has been refunded',
    paragraphs: [
      `${payment} is being returned to you in full. It can take a few days to arrive, depending on your bank.`,
      `Your subscription to ${site.name} has ended too, and you won’t be charged again.`,
    ],
    action,
  }
}
