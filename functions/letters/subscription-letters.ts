/**
 * What readers are written about their subscription: each letter from what was so when it was owed,
 * and nothing else, so that one that is late still tells the truth of its day. Days are those of UTC.
 */
import { dayInWords } from '../../src/domain/day.ts'
import { formatMoney, type Money } from '../../src/domain/money.ts'
import { nextBillingAt } from '../../src/domain/next-billing.ts'
import { type OfferSource, withSource } from '../../src/domain/offer-source.ts'
import type { Letter as LetterName, OwedOf, SurplusReason } from '../../src/domain/owed.ts'
import { planPrice, plans } from '../../src/domain/plan.ts'
import { accessEndsAt, paymentGrace, type Subscription } from '../../src/domain/subscription.ts'
import { site } from '../../src/site.ts'
import type { Letter } from './layout.ts'

/** Addresses of the site. */
export const letterPaths = {
  settings: '/settings',
  /** Where whoever has left begins again, and the purchase says that it came from a letter. */
  subscribe: withSource('/subscribe', 'letter' as OfferSource),
} as const

const price = ({ plan }: Subscription) => formatMoney(planPrice(plan))

/** “Annual, $99 a year”. */
const planInWords = (about: Subscription) =>
  `${plans[about.plan].name}, ${price(about)} a ${plans[about.plan].period}`

const planFact = (about: Subscription) => ['Plan', planInWords(about)] as const

function nextPayment(about: Subscription, at: Date) {
  const next = nextBillingAt(about)
  return next && next > at
    ? [['Next payment', `${price(about)} on ${dayInWords(next)}`] as const]
    : []
}

const lastPayment = (about: Subscription) =>
  about.lastPaymentAt
    ? [['Paid', `${price(about)} on ${dayInWords(about.lastPaymentAt)}`] as const]
    : []

type About<State extends Subscription['state']> = Extract<Subscription, { state: State }>

/** Null where the subscription was not in the state that the letter tells of: nothing is made up. */
export function subscriptionLetter(
  { letter, about, owedSince: at }: Pick<OwedOf<'letter'>, 'letter' | 'about' | 'owedSince'>,
  siteUrl: string,
): Letter | null {
  const settings = (words: string) => ({ words, url: siteUrl + letterPaths.settings })
  const subscribe = { words: 'Subscribe again', url: siteUrl + letterPaths.subscribe }
  switch (about.state) {
    case 'active':
      return running(letter, about, at, settings('Open your settings'))
    case 'paused':
      if (letter === 'paused') return paused(about, settings('Open your settings'))
      return letter === 'renewalReminder'
        ? reminder(about, about.resumesAt, settings('Open your settings'))
        : null
    case 'ending':
      if (letter !== 'cancelled') return null
      return cancelled(about, about.isFinal ? subscribe : settings('Open your settings'))
    case 'paymentFailed':
      return letter === 'paymentFailed' ? paymentFailed(about, settings('Mend the payment')) : null
    case 'ended':
      if (letter === 'refunded') return refunded(about, subscribe)
      return letter === 'ended' ? ended(about, subscribe) : null
    case 'disputed':
      return null
  }
}

type Action = NonNullable<Letter['action']>

function running(
  letter: LetterName,
  about: About<'active'>,
  at: Date,
  action: Action,
): Letter | null {
  const next = nextPayment(about, at)
  switch (letter) {
    case 'started':
      return {
        subject: `Your subscription to ${site.name} has begun`,
        paragraphs: [
          'Thank you for subscribing. From now on everything that we publish is open to you.',
        ],
        facts: [
          planFact(about),
          ...lastPayment(about),
          ...next,
          ['PayPal’s number', about.provider],
        ],
        closing: [
          'It renews by itself. You can pause or cancel it in your settings whenever you like, and ' +
            'you then read on to the end of what is paid. Receipts to print are there as well.',
        ],
        action,
      }
    case 'renewalReminder':
      return reminder(about, about.heldUntil ?? about.paidThrough, action)
    case 'offerTaken':
      if (!about.heldUntil) return null
      return {
        subject: 'Your next month is free',
        paragraphs: [
          `A month of ${site.name} is on us. Everything stays open to you, and your next payment ` +
            'moves back by a month.',
        ],
        facts: [planFact(about), ...next],
        action,
      }
    case 'resumed':
      return {
        subject: `Your subscription to ${site.name} goes on`,
        paragraphs: [
          next.length > 0
            ? 'Everything is open to you, and nothing is collected before the day on which it would ' +
              'have been.'
            : 'Welcome back: everything is open to you again. Payments go on with it, and the day of ' +
              'the next one is shown in your settings.',
        ],
        facts: [planFact(about), ...next],
        action,
      }
    case 'paymentMended':
      return {
        subject: 'Your payment has gone through',
        paragraphs: [
          `Thank you: what was due for ${site.name} is paid, and everything is open to you.`,
        ],
        facts: [planFact(about), ...lastPayment(about), ...next],
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

function reminder(about: About<'active' | 'paused'>, billing: Date, action: Action): Letter {
  const day = dayInWords(billing)
  const isPaused = about.state === 'paused'
  return {
    subject: isPaused
      ? `Your subscription goes on from ${day}`
      : `Your subscription renews on ${day}`,
    paragraphs: [
      isPaused
        ? `Your pause ends on ${day}. Your subscription to ${site.name} then goes on by itself: ` +
          `${planInWords(about)}.`
        : `Your subscription to ${site.name} renews on ${day}. PayPal then collects ` +
          `${price(about)} for another ${plans[about.plan].period}.`,
      'If you would like to go on, there is nothing to do. If you would not, cancel before that day, ' +
        'and nothing is collected.',
    ],
    action,
  }
}

function cancelled(about: About<'ending'>, action: Action): Letter {
  return {
    subject: 'Your subscription is cancelled',
    paragraphs: [
      `Nothing more will be collected for ${site.name}. What is paid stays yours: everything is open ` +
        `to you until ${dayInWords(accessEndsAt(about))}.`,
      about.isFinal
        ? 'It was ended at PayPal, so it cannot be taken up again. You are welcome to begin a new one.'
        : 'Should you change your mind before then, take it up again in your settings. There is ' +
          'nothing to pay before that day.',
    ],
    action,
  }
}

function paused(about: About<'paused'>, action: Action): Letter {
  const day = dayInWords(about.resumesAt)
  return {
    subject: `Your subscription is paused until ${day}`,
    paragraphs: [
      accessEndsAt(about) > about.stoppedAt
        ? `Everything stays open to you until ${dayInWords(accessEndsAt(about))}. After ` +
          'that articles are closed to you for as long as the pause lasts.'
        : 'Articles are closed to you for as long as the pause lasts.',
      `Nothing is collected before ${day}. Your subscription then goes on by itself: ` +
        `${planInWords(about)}. You can end the pause sooner, or cancel, in your settings.`,
    ],
    action,
  }
}

function paymentFailed(about: About<'paymentFailed'>, action: Action): Letter {
  const graceEnds = new Date(about.failedAt.getTime() + paymentGrace)
  return {
    subject: 'A payment did not go through',
    paragraphs: [
      `PayPal could not collect ${price(about)} for ${site.name} on ${dayInWords(about.failedAt)}. ` +
        `Everything stays open to you until ${dayInWords(graceEnds)}.`,
      'PayPal tries again by itself within some days. If your card has run out, choose another way ' +
        'of paying at PayPal, and have the payment tried again in your settings.',
    ],
    facts: [planFact(about)],
    action,
  }
}

function ended({ endedAt }: About<'ended'>, action: Action): Letter {
  return {
    subject: `Your subscription to ${site.name} has ended`,
    paragraphs: [
      `It ended on ${dayInWords(endedAt)}, and nothing more will be collected. Your account stays, ` +
        'with everything that you have saved.',
      'Thank you for having read with us. The door is open whenever you would like to come back.',
    ],
    action,
  }
}

function refunded(about: About<'ended'>, action: Action): Letter {
  const payment = about.lastPaymentAt
    ? `Your payment of ${dayInWords(about.lastPaymentAt)}, ${price(about)},`
    : 'Your payment'
  return {
    subject: 'Your payment has been refunded',
    paragraphs: [
      `${payment} has gone back to you in full. It may take some days until you see it, depending ` +
        'on your bank.',
      `Your subscription to ${site.name} has ended with it, and nothing more will be collected.`,
    ],
    action,
  }
}

/** Confirms that a payment which should not have been taken has been refunded. */
export function givenBackLetter({ paidAt, amount, surplus }: OwedOf<'givenBack'>): Letter {
  const payment = `${formatMoney(amount satisfies Money)} of ${dayInWords(paidAt)}`
  return {
    subject: 'We’ve refunded a payment',
    paragraphs: [
      `We’ve refunded your payment for ${site.name} in full: ${payment}. ${whyRefunded(surplus)}`,
      'It can take a few days to arrive, depending on your bank. You don’t need to do anything.',
    ],
  }
}

function whyRefunded(reason: SurplusReason | null): string {
  switch (reason) {
    case null:
      return 'The payment wasn’t due. Your subscription hasn’t changed.'
    case 'alreadySubscribed':
      return (
        'You already have a subscription, so we’ve cancelled the second one. The first one ' +
        'continues as before.'
      )
    case 'studentAddressInUse':
      return (
        'The student address is already used for another subscription, so we’ve cancelled this ' +
        'one. You can choose another plan whenever you like.'
      )
    case 'notPaid':
      return (
        'It arrived after we had cancelled the subscription, because PayPal couldn’t collect it at ' +
        'first. You can subscribe again whenever you like.'
      )
    case 'accountDeleted':
      return 'Your account had been deleted by then, so we’ve cancelled the subscription.'
  }
}
