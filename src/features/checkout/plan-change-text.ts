/** What a change of plan means, before the reader decides. Dates are in UTC. */
import type { SubscriptionResponse } from '../../contracts/subscription-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { formatMoney } from '../../domain/money.ts'
import { getPlanPrice, type PlanId, plans } from '../../domain/subscription/plan.ts'

type State = Pick<
  SubscriptionResponse,
  'detail' | 'plan' | 'previousPlan' | 'paidThrough' | 'resumesAt' | 'freeUntil' | 'giftUntil'
>

/** “$99 a year”. */
export const formatNewPrice = (plan: PlanId) =>
  `${formatMoney(getPlanPrice(plan))} a ${plans[plan].period}`

const getChangeDay = ({ resumesAt, paidThrough }: State) =>
  formatDay(new Date(resumesAt ?? paidThrough ?? 0))

export function describeCurrentPlan(subscription: State, now: Date): string {
  const { plan, previousPlan, resumesAt, paidThrough } = subscription
  if (!plan) return ''
  const day = getChangeDay(subscription)
  const name = plans[previousPlan ?? plan].name.toLowerCase()
  if (previousPlan && previousPlan !== plan) {
    return `Your ${name} subscription lasts until ${day}. From then on you’ve chosen the ${plans[plan].name.toLowerCase()} plan, ${formatNewPrice(plan)}.`
  }
  const isPaid = paidThrough !== null && new Date(paidThrough) > now
  if (!resumesAt && isPaid) return `Your ${name} subscription is paid until ${day}.`
  const article = /^[aeiou]/.test(name) ? 'an' : 'a'
  return `You have ${article} ${name} subscription. Your next payment is due on ${day}.`
}

/** Before PayPal’s button: the same order in which things happen. */
export function describePlanChange(
  subscription: State,
  plan: PlanId,
  now: Date,
): readonly (readonly [name: string, value: string])[] {
  const { detail, freeUntil, giftUntil } = subscription
  const day = getChangeDay(subscription)
  const kept =
    detail === 'paused'
      ? 'It stays paused until then, unless you resume it.'
      : giftUntil && new Date(giftUntil) > now
        ? 'You keep all of your gift.'
        : freeUntil
          ? 'You keep your free month.'
          : 'You’ve already paid, and you can read everything.'
  return [
    ['Today', 'You confirm the new plan at PayPal. You aren’t charged.'],
    [`Until ${day}`, `Nothing changes. ${kept}`],
    ['From then on', `You pay ${formatNewPrice(plan)} through PayPal, until you cancel.`],
    [
      'If you cancel',
      'Cancel before then and you won’t be charged for the new plan. You can also choose another plan.',
    ],
  ]
}

/** Why this reader can’t change plan now, and what to do. */
export function describeObstacle({ detail }: Pick<State, 'detail'>): string {
  switch (detail) {
    case 'active':
    case 'paused':
      return 'Your next payment is due within a day, so you can’t change plan right now. You can change it once the payment has gone through.'
    case 'cancelled':
      return 'You’ve cancelled your subscription. Reactivate it in your account, then you can change plan. Once it has ended, you can subscribe to any plan.'
    case 'paymentFailed':
      return 'Your last payment didn’t go through. Retry it in your account, then you can change plan.'
    case 'disputed':
      return 'Your last payment was reversed. You can’t change plan until that’s resolved.'
    case 'gift':
    case 'complimentary':
    case 'ended':
    case 'none':
      return 'You don’t have a subscription whose plan could change. You can subscribe to any plan.'
  }
}
