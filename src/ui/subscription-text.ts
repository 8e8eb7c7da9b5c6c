import type {
  OutlookResponse,
  SubscriptionOutlookResponse,
  SubscriptionResponse,
} from '../contracts/endpoints/subscription-endpoints.ts'
import { formatDay } from '../domain/day.ts'
import { formatMoney } from '../domain/money.ts'
import { formatMonths } from '../domain/number-words.ts'
import { getPlan } from '../domain/subscription/offer.ts'
import { formatCents, formatNextPayment } from '../domain/subscription/outlook-text.ts'
import { getPlanPrice } from '../domain/subscription/plan.ts'
import { formatPlan } from '../domain/subscription/plan-text.ts'
import { plans } from '../publication/offer.ts'

export type SubscriptionText = {
  /** The sentence without its full stop. */
  readonly title: string
  /** The details, which may be empty. */
  readonly details: string
  readonly facts: readonly (readonly [name: string, value: string])[]
}

type SubscriptionState = Omit<SubscriptionResponse, 'signedIn' | 'status'>
type Payment = NonNullable<OutlookResponse['nextPayment']>

export const formatDate = (instant: string) => formatDay(new Date(instant))

/** Returns a text such as “$74.25 on 16 June 2027”. */
export const formatPayment = ({ at, minorUnits }: Payment) =>
  formatNextPayment({ at: new Date(at), minorUnits })

const placeholderPlan = getPlan('monthly', 'domestic')

/** An invisible text, as long as any other, which reserves room until the server has answered. */
export const placeholderSubscription: SubscriptionResponse = {
  status: 'isSubscribed',
  detail: 'active',
  signedIn: true,
  entitled: true,
  until: '2099-09-30T12:00:00.000Z',
  plan: placeholderPlan,
  price: plans[placeholderPlan].minorUnits,
  previousPlan: null,
  paidThrough: '2099-09-30T12:00:00.000Z',
  resumesAt: null,
  nextPayment: { at: '2099-09-30T12:00:00.000Z', minorUnits: plans[placeholderPlan].minorUnits },
  givenMonths: 0,
  givenUntil: null,
  allowedSteps: ['pause', 'cancel'],
}

const joinSentences = (...sentences: readonly (string | false | null)[]) =>
  sentences.filter(Boolean).join(' ')

/** Until the first payment for a new plan, the previous one counts. */
function createPlanFact(subscription: SubscriptionState): SubscriptionText['facts'] {
  const { plan, price, previousPlan, nextPayment } = subscription
  if (!plan) return []
  // Passes from an earlier version have no price.
  if (price === null) return [['Plan', plans[plan].name]]
  if (!previousPlan || previousPlan === plan) return [['Plan', formatPlan(plan, price)]]
  if (!nextPayment) return [['Plan', plans[previousPlan].name]]
  const until = `${plans[previousPlan].name} until ${formatDate(nextPayment.at)}`
  return [['Plan', `${until}, then ${formatPlan(plan, price)}`]]
}

/** A missed date is in the past while PayPal collects its payment. */
function createPaymentFact(
  { nextPayment }: SubscriptionState,
  now: Date,
): SubscriptionText['facts'] {
  if (!nextPayment) return [['Next payment', 'None']]
  return new Date(nextPayment.at) > now
    ? [['Next payment', formatPayment(nextPayment)]]
    : [
        [
          'Next payment',
          `${formatCents(nextPayment.minorUnits)}, due on ${formatDate(nextPayment.at)}`,
        ],
      ]
}

/** Describes a pause before it begins, and while it lasts. */
function describePause({
  until,
  resumesAt,
  nextPayment,
}: SubscriptionState): readonly [title: string, reading: string] {
  if (!until)
    return ['Your subscription is paused', 'You can’t read subscriber stories while it’s paused.']
  // A payment that was too near to be stopped comes first.
  if (nextPayment && resumesAt && new Date(nextPayment.at) < new Date(resumesAt))
    return [
      'Your subscription pauses a month after your next payment',
      'You can read everything until then.',
    ]
  const day = formatDate(until)
  return [`Your subscription pauses on ${day}`, `You can read everything until ${day}.`]
}

export function describeSubscription(subscription: SubscriptionState, now: Date): SubscriptionText {
  const { detail, entitled, until, resumesAt, givenMonths, givenUntil } = subscription
  const plan = createPlanFact(subscription)
  const payment = createPaymentFact(subscription, now)
  const accessText = until ? `You can read everything until ${formatDate(until)}.` : ''
  const unusedMonths = `${formatMonths(givenMonths)} that you haven’t used yet`
  switch (detail) {
    case 'active':
      return {
        title: 'You’re subscribed',
        details: joinSentences(
          // Months that covered a part of the paid time can't be used any more. The outlook shows when access reopens.
          accessText || (!entitled && 'You can’t read subscriber stories at the moment.'),
          givenMonths > 0 && `You have ${unusedMonths}.`,
        ),
        facts: [...plan, ...payment],
      }
    case 'complimentary':
      return givenUntil
        ? {
            title: 'You still have access',
            details: joinSentences(accessText, 'That’s the time you had left.'),
            facts: payment,
          }
        : { title: 'You have complimentary access', details: accessText, facts: [] }
    case 'gift':
      return {
        title: 'You have a gift subscription',
        details: joinSentences(
          accessText,
          'Your gift doesn’t renew. If you subscribe before it ends, you’ll keep the time that’s left.',
        ),
        facts: payment,
      }
    case 'cancelled':
      return {
        title: 'You’ve cancelled your subscription',
        details: joinSentences(
          'You won’t be charged again.',
          accessText,
          givenMonths > 0 && `That time includes ${unusedMonths}.`,
        ),
        facts: [...plan, ...payment],
      }
    case 'underpaid':
      return {
        title: until
          ? 'Your subscription needs your approval again'
          : 'Your subscription has ended',
        details: joinSentences(
          'The price was lowered at PayPal to less than your plan costs, so we’ve cancelled your subscription there.',
          'You won’t be charged again.',
          accessText,
          'To continue, approve the full price at PayPal.',
        ),
        facts: [...plan, ...payment],
      }
    case 'paused': {
      const [title, reading] = describePause(subscription)
      return {
        title,
        details: joinSentences(
          reading,
          resumesAt && `Your subscription resumes automatically on ${formatDate(resumesAt)}.`,
          givenMonths > 0 && `You have ${unusedMonths}.`,
        ),
        facts: [...plan, ...payment],
      }
    }
    case 'paymentFailed':
      return {
        title: 'Your last payment didn’t go through',
        details: joinSentences(
          'Your card may have expired, or your bank may have declined the payment.',
          until
            ? `You can still read everything until ${formatDate(until)}.`
            : 'You can’t read subscriber stories until the payment goes through.',
        ),
        facts: plan,
      }
    case 'paymentMissing':
      return {
        title: 'PayPal hasn’t collected your last payment',
        details: joinSentences(
          'You haven’t been charged. To continue, approve your subscription again at PayPal.',
          until
            ? `You can still read everything until ${formatDate(until)}.`
            : 'You can’t read subscriber stories until you do.',
        ),
        facts: plan,
      }
    case 'disputed':
      return {
        title: 'Your last payment was reversed',
        details:
          'Your bank or PayPal reversed the payment. You can’t read subscriber stories while they look into it.',
        facts: plan,
      }
    case 'ended':
      return {
        title: 'Your subscription has ended',
        details: 'You won’t be charged again.',
        facts: plan,
      }
    case 'none':
      return { title: 'You don’t have a subscription yet', details: '', facts: [] }
  }
}

/** A button, and the effect of pressing it. */
export type StepText = { readonly button: string; readonly consequence: string }

/** Describes undoing a cancellation, or calling off or ending a pause; null if that isn't possible. */
export function describeReactivation(
  { resumesAt }: Pick<SubscriptionState, 'resumesAt'>,
  { now, steps: { reactivate } }: SubscriptionOutlookResponse,
): StepText | null {
  if (!reactivate) return null
  const { isOpen, opensAt, nextPayment } = reactivate
  const payment = nextPayment && `your next payment will be ${formatPayment(nextPayment)}.`
  const describeIf = (condition: string) => (payment ? `If you ${condition}, ${payment}` : '')
  if (!resumesAt) return { button: 'Reactivate', consequence: describeIf('reactivate') }
  const hasBegun = !now.upcoming.some(({ kind }) => kind === 'closes')
  if (!hasBegun) return { button: 'Don’t pause', consequence: describeIf('don’t pause') }
  if (isOpen || !opensAt) return { button: 'Resume now', consequence: describeIf('resume now') }
  const day = formatDate(opensAt)
  return { button: `Resume on ${day}`, consequence: describeIf(`resume on ${day}`) }
}

/** Describes a new approval of the same plan at PayPal; null if that isn't possible. */
export function describeApproval(
  { plan, resumesAt, allowedSteps }: Pick<SubscriptionState, 'plan' | 'resumesAt' | 'allowedSteps'>,
  { planStarts }: SubscriptionOutlookResponse,
): StepText | null {
  const start = Object.values(planStarts).find((one) => one.plan === plan)
  if (!start || !allowedSteps.includes('approve')) return null
  const price = formatMoney(getPlanPrice(start.plan))
  if (start.startsAt) {
    const day = formatDate(start.startsAt)
    const consequence = `If you renew, you’ll approve your subscription at PayPal now and pay ${price} on ${day}.`
    return { button: `Renew from ${day}`, consequence }
  }
  return resumesAt
    ? {
        button: `Resume today for ${price}`,
        consequence: `If you resume today, PayPal will charge ${price} when you approve your subscription.`,
      }
    : {
        button: `Approve again for ${price}`,
        consequence: `If you approve again, PayPal will charge ${price} today.`,
      }
}
