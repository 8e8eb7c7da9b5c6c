/** The consequences of a new plan, before the reader decides. Dates come from the server, in UTC. */
import type {
  SubscriptionOutlookResponse,
  SubscriptionResponse,
} from '../../contracts/endpoints/subscription-endpoints.ts'
import { formatMoney } from '../../domain/money.ts'
import { formatMonths } from '../../domain/number-words.ts'
import { formatCents } from '../../domain/subscription/outlook-text.ts'
import { getPlanPrice, type PlanId } from '../../domain/subscription/plan.ts'
import { plans } from '../../publication/offer.ts'
import { formatDate, formatPayment } from '../../ui/subscription-text.ts'

type State = Pick<
  SubscriptionResponse,
  | 'detail'
  | 'plan'
  | 'price'
  | 'previousPlan'
  | 'nextPayment'
  | 'givenMonths'
  | 'resumesAt'
  | 'until'
>

export type PlanStart = NonNullable<
  SubscriptionOutlookResponse['planStarts'][keyof SubscriptionOutlookResponse['planStarts']]
>

/** Returns a price such as “$99 a year”. */
export const formatNewPrice = (plan: PlanId) =>
  `${formatMoney(getPlanPrice(plan))} a ${plans[plan].period}`

export function describeCurrentPlan(subscription: State): string {
  const { plan, price, previousPlan, nextPayment, detail, resumesAt, until } = subscription
  if (!plan) return ''
  const name = plans[previousPlan ?? plan].name.toLowerCase()
  if (detail === 'cancelled') return `Your ${name} subscription has been cancelled.`
  if (detail === 'underpaid')
    return `The price of your ${name} subscription was lowered at PayPal, so we’ve cancelled it there.`
  if (detail === 'paymentMissing')
    return `PayPal hasn’t collected the latest payment for your ${name} subscription. You haven’t been charged for it.`
  if (previousPlan && previousPlan !== plan && nextPayment) {
    return `Your ${name} subscription lasts until ${formatDate(nextPayment.at)}. It will then change to the ${plans[plan].name.toLowerCase()} plan, ${formatCents(price ?? 0)} a ${plans[plan].period}.`
  }
  const article = /^[aeiou]/.test(name) ? 'an' : 'a'
  // Before a pause begins, the reader still has access until a date.
  const hasToBegin = detail === 'paused' && until !== null
  const pauseText = hasToBegin ? ' It’s due to be paused.' : ' It’s paused.'
  const paused = resumesAt ? pauseText : ''
  const payment = nextPayment ? ` Your next payment is ${formatPayment(nextPayment)}.` : ''
  return `You have ${article} ${name} subscription.${paused}${payment}`
}

/** Describes the start of a new plan in chronological order, above PayPal’s button. */
export function describePlanStart(
  subscription: State,
  { plan, startsAt }: PlanStart,
): readonly (readonly [name: string, value: string])[] {
  const price = formatNewPrice(plan)
  if (!startsAt) {
    const amount = formatMoney(getPlanPrice(plan))
    return [
      [
        'Today',
        `You’ll approve the plan at PayPal, which will charge ${amount}. You can then read everything.`,
      ],
      ['From then on', `You’ll pay ${price} through PayPal until you cancel.`],
    ]
  }
  const day = formatDate(startsAt)
  return [
    ['Today', 'You’ll approve the plan at PayPal. You won’t be charged today.'],
    [`Until ${day}`, describeTimeBefore(subscription)],
    ['From then on', `You’ll pay ${price} through PayPal until you cancel.`],
    [
      'If you cancel',
      `Cancel before ${day} and you won’t be charged. You can also choose another plan before then.`,
    ],
  ]
}

function describeTimeBefore({ plan, resumesAt, givenMonths }: State): string {
  // A yearly plan's time is paid, so a new plan ends its pause.
  if (resumesAt && plan && plans[plan].period === 'year')
    return 'Your pause ends, and you can read everything.'
  if (resumesAt) return 'Nothing changes. Your pause stays as it is, unless you end it.'
  return givenMonths > 0
    ? `Nothing changes. You can read everything, and you keep the ${formatMonths(givenMonths)} that you haven’t used yet.`
    : 'Nothing changes. You can read everything.'
}

const nothingToChange = 'You don’t have a subscription to change. You can subscribe to any plan.'

/** Explains why this reader can’t change plan now, and what to do. */
export function describeObstacle({
  detail,
  allowedSteps,
}: Pick<SubscriptionResponse, 'detail' | 'allowedSteps'>): string {
  switch (detail) {
    case 'active':
    case 'paused':
      return 'PayPal is about to collect your next payment, so you can’t change plan right now. You can change plan once the payment has gone through.'
    case 'cancelled':
      // The rest of an earlier subscription can't be reactivated.
      return allowedSteps.includes('reactivate')
        ? 'You’ve cancelled your subscription. Reactivate it in your account, then you can change plan. Once it has ended, you can subscribe to any plan.'
        : nothingToChange
    case 'paymentFailed':
    case 'paymentMissing':
      return 'Your last payment didn’t go through. Retry the payment in your account, then you can change plan.'
    case 'disputed':
      return 'Your last payment was reversed. You can’t change plan until the dispute is resolved.'
    case 'gift':
    case 'complimentary':
    case 'ended':
    case 'underpaid':
    case 'none':
      return nothingToChange
  }
}
