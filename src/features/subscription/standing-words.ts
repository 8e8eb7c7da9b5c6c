/**
 * Where a subscription stands, in words: the same in the account, in the pages that lead out of it and
 * at their end. Says nothing that the server has not said.
 */
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { dayInWords } from '../../domain/day.ts'
import { formatMoney } from '../../domain/money.ts'
import { planPrice, plans } from '../../domain/plan.ts'

export type StandingInWords = {
  /** A sentence without its full stop, for a title. */
  readonly title: string
  /** What there is to add; empty where that is nothing. */
  readonly more: string
  readonly facts: readonly (readonly [name: string, value: string])[]
}

type Known = Omit<SubscriptionResponse, 'signedIn' | 'entitled' | 'status'>

export const dayOf = (instant: string) => dayInWords(new Date(instant))

/** What keeps room until it is known how a subscription stands: as long as any, and never seen. */
export const unknownSubscription: SubscriptionResponse = {
  status: 'isSubscribed',
  detail: 'active',
  signedIn: true,
  entitled: true,
  until: '2099-09-30T12:00:00.000Z',
  plan: 'monthly_13',
  paidThrough: '2099-09-30T12:00:00.000Z',
  resumesAt: null,
  freeUntil: null,
  may: ['pause', 'cancel'],
}

/** “$99”. */
export const priceOf = ({ plan }: Pick<Known, 'plan'>) => (plan ? formatMoney(planPrice(plan)) : '')

/** “Annual, $99 a year”. */
export function planInWords({ plan }: Pick<Known, 'plan'>): string {
  return plan ? `${plans[plan].name}, ${priceOf({ plan })} a ${plans[plan].period}` : ''
}

/** “$99 on 9 June 2027”; a day that has passed is not named. */
function nextPayment(known: Known, now: Date): string {
  const at = known.resumesAt ?? known.paidThrough
  return at && new Date(at) > now
    ? `${priceOf(known)} on ${dayOf(at)}`
    : `${priceOf(known)}, any day`
}

const joined = (...sentences: readonly (string | false | null)[]) =>
  sentences.filter(Boolean).join(' ')

export function standingInWords(known: Known, now: Date): StandingInWords {
  const { detail, until, resumesAt, freeUntil } = known
  const plan: StandingInWords['facts'] = known.plan ? [['Plan', planInWords(known)]] : []
  const canRead = until ? `You can read everything until ${dayOf(until)}.` : ''
  switch (detail) {
    case 'active':
      return {
        title: freeUntil ? 'You have a free month' : 'You’re subscribed',
        more: freeUntil
          ? `You can read everything, and you won’t be charged before ${dayOf(freeUntil)}.`
          : '',
        facts: [...plan, ['Next payment', nextPayment(known, now)]],
      }
    case 'complimentary':
      return { title: 'You have complimentary access', more: canRead, facts: [] }
    case 'cancelled':
      return {
        title: 'You’ve cancelled your subscription',
        more: joined(
          'You won’t be charged again.',
          canRead,
          freeUntil && 'That includes your free month.',
        ),
        facts: [...plan, ['Next payment', 'None']],
      }
    case 'paused':
      return {
        title: until
          ? `Your subscription pauses on ${dayOf(until)}`
          : 'Your subscription is paused',
        more: joined(
          until
            ? `${canRead}${freeUntil ? ' That includes your free month.' : ''}`
            : 'You can’t read subscriber stories while it’s paused.',
          resumesAt && `It resumes automatically on ${dayOf(resumesAt)}.`,
        ),
        facts: [...plan, ['Next payment', nextPayment(known, now)]],
      }
    case 'paymentFailed':
      return {
        title: 'Your last payment didn’t go through',
        more: joined(
          'Your card may have expired, or your bank may have declined the payment.',
          until && `You can still read everything until ${dayOf(until)}.`,
        ),
        facts: [...plan, ['Amount due', priceOf(known)]],
      }
    case 'disputed':
      return {
        title: 'Your last payment was reversed',
        more: 'Your bank or PayPal reversed it. You can’t read subscriber stories while they look into it.',
        facts: plan,
      }
    case 'ended':
      return {
        title: 'Your subscription has ended',
        more: 'You won’t be charged again.',
        facts: plan,
      }
    case 'none':
      return { title: 'You don’t have a subscription yet', more: '', facts: [] }
  }
}

/** When a reader who cancels now loses access; null if that is straight away. */
export function endOfReading({ paidThrough }: Pick<Known, 'paidThrough'>, now: Date): Date | null {
  const end = paidThrough ? new Date(paidThrough) : null
  return end && end > now ? end : null
}

/** What cancelling does, before it is done. */
export function cancellingInWords(known: Known, now: Date): string {
  const end = endOfReading(known, now)
  if (!end) {
    return 'Your subscription ends straight away, because nothing is paid for. You won’t be charged again.'
  }
  return joined(
    `You won’t be charged again. You can read everything until ${dayInWords(end)}, and reactivate any time before then.`,
    known.freeUntil && 'You keep your free month.',
  )
}
