/** Emails about an active or a paused subscription. */
import { formatDay } from '../../src/domain/day.ts'
import { formatDuration, inWords } from '../../src/domain/number-words.ts'
import { getUnpaidPrevious } from '../../src/domain/subscription/desired-status.ts'
import { isMonthly } from '../../src/domain/subscription/due-dates.ts'
import { chooseForFreeMonths, freeMonths } from '../../src/domain/subscription/free-months.ts'
import type { Outlook } from '../../src/domain/subscription/outlook.ts'
import { formatCents, formatNextPayment } from '../../src/domain/subscription/outlook-text.ts'
import { formatPlan } from '../../src/domain/subscription/plan-text.ts'
import { getSoldPrice } from '../../src/domain/subscription/sold.ts'
import type { Subscription, SubscriptionIn } from '../../src/domain/subscription/subscription.ts'
import { isUnpaidTrial } from '../../src/domain/subscription/trial.ts'
import { site } from '../../src/publication/identity.ts'
import { plans, retentionOffer } from '../../src/publication/offer.ts'
import type { EmailContent } from './email-layout.ts'
import {
  describeAccess,
  describeCharge,
  describeNextPayment,
  findNextPayment,
  findPauseBegin,
  listUpcomingLines,
} from './outlook-sentences.ts'

export type EmailDetails = {
  readonly outlook: Outlook
  /** When the email became due. */
  readonly at: Date
  readonly siteUrl: string
}

type Running = SubscriptionIn<'active' | 'paused'>

export const linkToSettings = ({ siteUrl }: EmailDetails) => ({
  label: 'Go to your account',
  url: `${siteUrl}/settings`,
})

export const formatPlanPrice = (about: Subscription) => formatCents(getSoldPrice(about))

const formatSoldPlan = (about: Subscription) => formatPlan(about.plan, getSoldPrice(about))

export const createPlanFact = (about: Subscription) => ['Plan', formatSoldPlan(about)] as const

const createLastPaymentFact = (about: Subscription) =>
  about.lastPaymentAt
    ? [['Paid', `${formatPlanPrice(about)} on ${formatDay(about.lastPaymentAt)}`] as const]
    : []

function createNextPaymentFact({ outlook, at }: EmailDetails) {
  const next = findNextPayment(outlook, at)
  return next ? [['Next payment', formatNextPayment(next)] as const] : []
}

export const startedSubject = `Your subscription to ${site.name} has started`

export function createStartedEmail(
  subscription: SubscriptionIn<'active'>,
  details: EmailDetails,
): EmailContent {
  const { outlook } = details
  const isTrial = isUnpaidTrial(subscription)
  const trialEnd = formatDay(outlook.nextPayment?.at ?? subscription.paidThrough)
  const trial = `Your free trial lasts until ${trialEnd}. Cancel in your account before then and you won’t be charged.`
  return {
    subject: startedSubject,
    paragraphs: [
      'Thank you for subscribing. You can now read everything we publish.',
      ...(isTrial ? [trial] : []),
    ],
    facts: [
      createPlanFact(subscription),
      ...createLastPaymentFact(subscription),
      ...createNextPaymentFact(details),
      ['PayPal subscription', subscription.provider],
    ],
    upcoming: listUpcomingLines(outlook),
    action: linkToSettings(details),
    closing: [
      isTrial
        ? `After the trial, your subscription renews automatically every ${plans[subscription.plan].period} until you cancel.`
        : 'Your subscription renews automatically. You can pause or cancel it in your account whenever you like. If you ' +
          'cancel, you can read until the end of the period you’ve paid for. Your receipts are in your account too.',
    ],
  }
}

export const createPaymentFixedEmail = (
  subscription: SubscriptionIn<'active'>,
  details: EmailDetails,
): EmailContent => ({
  subject: 'Your payment went through',
  paragraphs: [`Thank you. You can read everything on ${site.name}.`],
  facts: [
    createPlanFact(subscription),
    ...createLastPaymentFact(subscription),
    ...createNextPaymentFact(details),
  ],
  action: linkToSettings(details),
})

export const createOfferAcceptedEmail = (
  subscription: SubscriptionIn<'active'>,
  details: EmailDetails,
): EmailContent => ({
  subject: `Your ${freeMonths} ${chooseForFreeMonths('has', 'have')} been added to your account`,
  paragraphs: [
    `You keep full access to ${site.name}. ${describeFreeMonths(subscription, details)}`.trim(),
  ],
  facts: [createPlanFact(subscription)],
  upcoming: listUpcomingLines(details.outlook),
  action: linkToSettings(details),
})

/**
 * Items stored by an earlier version have an outlook without the free months, and had already moved the next payment.
 */
function describeFreeMonths(subscription: Subscription, { outlook, at }: EmailDetails): string {
  const next = findNextPayment(outlook, at)
  const nextText = next ? describeNextPayment(next, subscription) : ''
  if (outlook.givenMonths === 0) return nextText
  if (!isMonthly(subscription))
    return `The price of ${formatDuration(retentionOffer.months)} comes off your next payment. ${nextText}`
  const first = outlook.upcoming.find(({ kind }) => kind === 'payment' || kind === 'skippedPayment')
  return first?.kind === 'payment'
    ? `${nextText} Your ${freeMonths} ${chooseForFreeMonths('replaces the payment', `replace the ${inWords(retentionOffer.months)} payments`)} after that.`
    : `Your ${freeMonths} ${chooseForFreeMonths('replaces one payment', `replace ${inWords(retentionOffer.months)} payments`)}. ${nextText}`
}

/** Omits “again”, because the pause may have been undone before it began. */
export function createResumedEmail(
  subscription: SubscriptionIn<'active'>,
  details: EmailDetails,
): EmailContent {
  const { outlook, at } = details
  const next = findNextPayment(outlook, at)
  return {
    subject: `Your subscription to ${site.name} continues`,
    paragraphs: [
      [
        describeAccess(outlook, at) ?? '',
        next
          ? describeNextPayment(next, subscription)
          : 'Your account shows the date of your next payment.',
      ]
        .join(' ')
        .trim(),
    ],
    facts: [createPlanFact(subscription)],
    upcoming: listUpcomingLines(outlook),
    action: linkToSettings(details),
  }
}

/** Null if the new plan has already been paid for. */
export function createPlanChangedEmail(
  subscription: Running,
  details: EmailDetails,
): EmailContent | null {
  const next = findNextPayment(details.outlook, details.at)
  const previous = getUnpaidPrevious(subscription)
  if (!previous || !next) return null
  const { plan, provider: payPalSubscription, used } = subscription
  const day = formatDay(next.at)
  const isSamePlan = previous.plan === plan
  const isGivenTimeUsed = used.some(({ paymentAt }) => paymentAt === null)
  const covered = isGivenTimeUsed
    ? 'The time you’ve paid for and been given'
    : 'The time you’ve already paid for'
  const coverage = previous.lastPaymentAt ? `${covered} lasts until ${day}.` : ''
  return {
    subject: isSamePlan
      ? `Your subscription to ${site.name} continues`
      : `Your plan changes on ${day}`,
    paragraphs: [
      `${describePlanChange(subscription)} ${
        subscription.state === 'paused' ? `Your pause lasts until ${day}.` : coverage
      }`.trim(),
      `${describeCharge(next, subscription)} Your subscription then renews every ${plans[plan].period}. ` +
        `You won’t be charged before ${day}.`,
    ],
    facts: [createPlanFact(subscription), ['PayPal subscription', payPalSubscription]],
    upcoming: listUpcomingLines(details.outlook),
    action: linkToSettings(details),
    closing: [
      `${isSamePlan ? '' : 'The new plan is a new subscription at PayPal. '}We’ve cancelled the previous ` +
        'subscription at PayPal, and PayPal may email you about the cancellation.',
    ],
  }
}

function describePlanChange(subscription: Running): string {
  const { plan, previous } = subscription
  if (previous?.plan === plan)
    return `You’ve approved a new subscription at PayPal for the same plan, ${formatSoldPlan(subscription)}.`
  return previous?.lastPaymentAt
    ? `You’ve changed your plan from ${plans[previous.plan].name} to ${plans[plan].name}.`
    : `You’ve changed your plan to ${plans[plan].name}.`
}

/** Null if no payment is planned. */
export function createRenewalReminderEmail(
  subscription: Running,
  details: EmailDetails,
): EmailContent | null {
  const { outlook, at } = details
  const next = findNextPayment(outlook, at)
  if (!next) return null
  const day = formatDay(next.at)
  const pauseEnd = subscription.state === 'paused' ? formatDay(subscription.resumesAt) : null
  const subject = !isMonthly(subscription)
    ? `Your subscription renews on ${day}`
    : pauseEnd
      ? `Your subscription resumes on ${pauseEnd}`
      : `Your payments resume on ${day}`
  return {
    subject,
    paragraphs: [
      `${pauseEnd ? `Your pause ends on ${pauseEnd}. ` : ''}${describeCharge(next, subscription)}`,
      `If you’d like to continue, you don’t need to do anything. If not, cancel before ${day} and you won’t be charged.`,
    ],
    upcoming: listUpcomingLines(outlook),
    action: linkToSettings(details),
  }
}

/** Sent for a new pause, and when the reader changes the end of a pause. */
export function createPausedEmail(
  subscription: SubscriptionIn<'paused'>,
  details: EmailDetails,
): EmailContent {
  const { outlook, at } = details
  const opens = formatDay(subscription.resumesAt)
  const begin = findPauseBegin(outlook)
  return {
    subject: begin
      ? `Your pause from ${formatDay(begin)} to ${opens}`
      : `Your subscription is paused until ${opens}`,
    paragraphs: [
      describeAccess({ ...outlook, opensAt: subscription.resumesAt }, at) ?? '',
      describePausePayment(subscription, details),
      'You can end the pause sooner, or cancel your subscription, in your account.',
    ],
    upcoming: listUpcomingLines(outlook),
    action: linkToSettings(details),
  }
}

function describePausePayment(
  subscription: SubscriptionIn<'paused'>,
  { outlook, at }: EmailDetails,
): string {
  const { resumesAt } = subscription
  const opens = formatDay(resumesAt)
  const next = findNextPayment(outlook, at)
  const begin = findPauseBegin(outlook)
  if (!next)
    return `Your subscription resumes automatically on ${opens}: ${formatSoldPlan(subscription)}.`
  if (begin && next.at < begin)
    return (
      `Your payment of ${formatNextPayment(next)} is too close to stop, so your pause begins after the month it pays for. ` +
      `Your subscription resumes automatically on ${opens}: ${formatSoldPlan(subscription)}.`
    )
  return formatDay(next.at) === opens
    ? `You won’t be charged before ${opens}. Your subscription then resumes automatically: ${formatSoldPlan(subscription)}.`
    : `Your pause ends automatically on ${opens}. ${describeNextPayment(next, subscription)}`
}
