import type { SubscriptionResponse } from '../contracts/subscription-endpoints.ts'
import { formatDay } from '../domain/day.ts'
import { formatMoney } from '../domain/money.ts'
import { getPlanPrice, plans } from '../domain/subscription/plan.ts'
import { formatPlan } from '../domain/subscription/plan-text.ts'

export type SubscriptionText = {
  /** Without a full stop. */
  readonly title: string
  /** May be empty. */
  readonly details: string
  readonly facts: readonly (readonly [name: string, value: string])[]
}

type SubscriptionState = Omit<SubscriptionResponse, 'signedIn' | 'entitled' | 'status'>

const formatDate = (instant: string) => formatDay(new Date(instant))

/** Reserves room until the server has answered, as long as any other, and is never visible. */
export const placeholderSubscription: SubscriptionResponse = {
  status: 'isSubscribed',
  detail: 'active',
  signedIn: true,
  entitled: true,
  until: '2099-09-30T12:00:00.000Z',
  plan: 'monthly_13',
  previousPlan: null,
  paidThrough: '2099-09-30T12:00:00.000Z',
  resumesAt: null,
  freeUntil: null,
  giftUntil: null,
  allowedSteps: ['pause', 'cancel'],
}

/** “$99”. */
export const formatSubscriptionPrice = ({ plan }: Pick<SubscriptionState, 'plan'>) =>
  plan ? formatMoney(getPlanPrice(plan)) : ''

const getNextPayment = ({
  resumesAt,
  paidThrough,
}: Pick<SubscriptionState, 'resumesAt' | 'paidThrough'>) => resumesAt ?? paidThrough

/** “$99 on 9 June 2027”; a date in the past isn't shown. */
function formatNextPayment(subscription: SubscriptionState, now: Date): string {
  const at = getNextPayment(subscription)
  return at && new Date(at) > now
    ? `${formatSubscriptionPrice(subscription)} on ${formatDate(at)}`
    : `${formatSubscriptionPrice(subscription)}, any day now`
}

const joinSentences = (...sentences: readonly (string | false | null)[]) =>
  sentences.filter(Boolean).join(' ')

/** Until the first payment for a new plan, the previous one counts. */
function createPlanFact(subscription: SubscriptionState): SubscriptionText['facts'] {
  const { plan, previousPlan, detail } = subscription
  if (!plan) return []
  if (!previousPlan || previousPlan === plan) return [['Plan', formatPlan(plan)]]
  const changesAt = getNextPayment(subscription)
  const isChanging = detail === 'active' || detail === 'paused'
  if (!isChanging || !changesAt) return [['Plan', formatPlan(previousPlan)]]
  const until = `${plans[previousPlan].name} until ${formatDate(changesAt)}`
  return [['Plan', `${until}, then ${formatPlan(plan)}`]]
}

export function describeSubscription(subscription: SubscriptionState, now: Date): SubscriptionText {
  const { detail, until, resumesAt, freeUntil, giftUntil } = subscription
  const plan = createPlanFact(subscription)
  const gift: SubscriptionText['facts'] = giftUntil
    ? [['Gift', `Until ${formatDate(giftUntil)}`]]
    : []
  const accessText = until ? `You can read everything until ${formatDate(until)}.` : ''
  switch (detail) {
    case 'active':
      return {
        title: freeUntil ? 'You have a free month' : 'You’re subscribed',
        details: joinSentences(
          giftUntil && 'You have a gift.',
          resumesAt &&
            `You can read everything, and you won’t be charged before ${formatDate(resumesAt)}.`,
        ),
        facts: [...plan, ...gift, ['Next payment', formatNextPayment(subscription, now)]],
      }
    case 'complimentary':
      return { title: 'You have complimentary access', details: accessText, facts: gift }
    case 'gift':
      return {
        title: 'You have a gift subscription',
        details: joinSentences(
          accessText,
          'It doesn’t renew. If you subscribe before then, you keep what’s left of your gift.',
        ),
        facts: [...gift, ['Next payment', 'None']],
      }
    case 'cancelled':
      return {
        title: 'You’ve cancelled your subscription',
        details: joinSentences(
          'You won’t be charged again.',
          accessText,
          freeUntil && 'That includes your free month.',
          giftUntil && 'That includes your gift.',
        ),
        facts: [...plan, ...gift, ['Next payment', 'None']],
      }
    case 'paused':
      return {
        title:
          until && !giftUntil
            ? `Your subscription pauses on ${formatDate(until)}`
            : 'Your subscription is paused',
        details: joinSentences(
          until
            ? `${accessText}${freeUntil ? ' That includes your free month.' : ''}${giftUntil ? ' That includes your gift.' : ''}`
            : 'You can’t read subscriber stories while it’s paused.',
          resumesAt && `It resumes automatically on ${formatDate(resumesAt)}.`,
        ),
        facts: [...plan, ...gift, ['Next payment', formatNextPayment(subscription, now)]],
      }
    case 'paymentFailed':
      return {
        title: 'Your last payment didn’t go through',
        details: joinSentences(
          'Your card may have expired, or your bank may have declined the payment.',
          until
            ? `You can still read everything until ${formatDate(until)}.`
            : 'You can’t read subscriber stories until it’s paid.',
        ),
        facts: [...plan, ['Amount due', formatSubscriptionPrice(subscription)]],
      }
    case 'disputed':
      return {
        title: 'Your last payment was reversed',
        details:
          'Your bank or PayPal reversed it. You can’t read subscriber stories while they look into it.',
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

/** When a reader who cancels now loses access; null if that is straight away. */
export function getAccessEnd(
  { paidThrough }: Pick<SubscriptionState, 'paidThrough'>,
  now: Date,
): Date | null {
  const end = paidThrough ? new Date(paidThrough) : null
  return end && end > now ? end : null
}

export function describeCancellation(subscription: SubscriptionState, now: Date): string {
  const end = getAccessEnd(subscription, now)
  if (!end) {
    return 'Your subscription ends straight away, because nothing is paid for. You won’t be charged again.'
  }
  return joinSentences(
    `You won’t be charged again. You can read everything until ${formatDay(end)}, and reactivate any time before then.`,
    subscription.freeUntil && 'You keep your free month.',
  )
}
