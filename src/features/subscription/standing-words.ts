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
  const { detail, until, resumesAt } = known
  const plan: StandingInWords['facts'] = known.plan ? [['Plan', planInWords(known)]] : []
  const canRead = until ? `You can read until ${dayOf(until)}.` : ''
  switch (detail) {
    case 'active':
      return {
        title: resumesAt ? 'A free month is yours' : 'You are subscribed',
        more: resumesAt
          ? `Nothing is charged before ${dayOf(resumesAt)}, and every story is open as before.`
          : '',
        facts: [...plan, ['Next payment', nextPayment(known, now)]],
      }
    case 'complimentary':
      return {
        title: 'You read with our compliments',
        more: until ? `Every story is open to you until ${dayOf(until)}.` : '',
        facts: [],
      }
    case 'cancelled':
      return {
        title: 'You have cancelled',
        more: until
          ? `Every story stays open to you until ${dayOf(until)}, and nothing more is charged.`
          : 'Nothing more is charged.',
        facts: [...plan, ['Next payment', 'None']],
      }
    case 'paused':
      return {
        title: 'Your subscription is paused',
        more: joined(
          until ? canRead : 'Until it goes on, closed stories are closed.',
          resumesAt && `It goes on by itself on ${dayOf(resumesAt)}.`,
        ),
        facts: [...plan, ['Next payment', nextPayment(known, now)]],
      }
    case 'paymentFailed':
      return {
        title: 'Your last payment did not go through',
        more: joined(
          canRead,
          'That happens: a card runs out, or a bank is careful. Nothing is lost yet.',
        ),
        facts: [...plan, ['To be paid', priceOf(known)]],
      }
    case 'disputed':
      return {
        title: 'Your last payment was taken back',
        more: 'Your bank or PayPal did that, and as long as they look into it, closed stories are closed.',
        facts: plan,
      }
    case 'ended':
      return { title: 'Your subscription has ended', more: 'Nothing more is charged.', facts: plan }
    case 'none':
      return { title: 'You have an account and no subscription', more: '', facts: [] }
  }
}

/** When a reader who cancels now reads for the last time; null where that is at once. */
export function endOfReading({ paidThrough }: Pick<Known, 'paidThrough'>, now: Date): Date | null {
  const end = paidThrough ? new Date(paidThrough) : null
  return end && end > now ? end : null
}

/** What cancelling does, before it is done. */
export function cancellingInWords(known: Known, now: Date): string {
  const end = endOfReading(known, now)
  const isFree = known.detail === 'active' && known.resumesAt !== null
  if (end) {
    return joined(
      `Billing stops at once. You read on until ${dayInWords(end)}, and until then you can take it up again.`,
      isFree && 'The free month goes with it.',
    )
  }
  return isFree
    ? 'It ends at once, and what is left of the free month with it. Nothing more is charged.'
    : 'It ends at once, because no paid time is left. Nothing more is charged.'
}
