/**
 * The transitions in a change to a subscription, for the statistics. A payment that isn't due is refunded immediately,
 * and neither is recorded. Other refunds are recorded by functions/statistics/records, which can look up whether their
 * payment was recorded.
 */
import { isSamePayment } from '../subscription/payments.ts'
import { getSoldPrice } from '../subscription/sold.ts'
import type { Subscription, SubscriptionRecord } from '../subscription/subscription.ts'
import type { SubscriptionEvent } from '../subscription/subscription-event.ts'
import type { RecordedTransition, TransitionKind } from './transition-record.ts'

type Change = {
  readonly before: Subscription | null
  readonly after: Subscription
  readonly event: SubscriptionEvent
  readonly isByOperator: boolean
  /** When the change is stored. */
  readonly at: Date
}

type Details = Partial<Pick<RecordedTransition, 'at' | 'amount' | 'reason' | 'payment'>> & {
  /** Distinguishes this transition from others of its kind: the time that the subscription stores for it. */
  readonly since?: Date
}

const create = (
  { after: { provider: payPalSubscription, plan }, at }: Change,
  kind: TransitionKind,
  { since, ...details }: Details = {},
): RecordedTransition => ({
  kind,
  key: since ? `${payPalSubscription} ${since.getTime()}` : payPalSubscription,
  at,
  plan,
  amount: 0,
  reason: '',
  subscription: payPalSubscription,
  ...details,
})

export function describeSubscriptionTransitions(
  before: SubscriptionRecord | null,
  { subscription: after, offerAcceptedAt }: SubscriptionRecord,
  cause: Pick<Change, 'event' | 'isByOperator' | 'at'>,
): readonly RecordedTransition[] {
  if (!after) return []
  const change: Change = { before: before?.subscription ?? null, after, ...cause }
  return [
    ...describePurchase(change),
    ...describeState(change),
    ...(cause.event.kind === 'acceptOffer' && offerAcceptedAt
      ? [create(change, 'offerTaken', { since: offerAcceptedAt })]
      : []),
  ]
}

/** Returns the paid amount. Anything above the price sold is returned, and doesn't count. */
function getPaidAmount({ after, event }: Change): number {
  const price = getSoldPrice(after)
  const { lastPaymentAt } = after
  if (event.kind !== 'providerSynced' || !lastPaymentAt) return price
  const { payPalState, payments = [] } = event
  const paid = isSamePayment(payPalState.lastPaymentAt, lastPaymentAt)
    ? payPalState.lastPaymentMinorUnits
    : payments.find(({ at }) => isSamePayment(at, lastPaymentAt))?.minorUnits
  return Math.min(price, paid ?? price)
}

/**
 * Whether the reader has approved the subscription to replace the current one: for another plan, or to continue with
 * the same.
 */
const isReplacement = ({ before, after, event }: Change) =>
  before !== null &&
  before.provider !== after.provider &&
  event.kind === 'providerSynced' &&
  event.planChange != null

/** A payment that counts is recorded with its own time, however late it's detected. */
function describePurchase(change: Change): readonly RecordedTransition[] {
  const { before, after } = change
  const { lastPaymentAt: paidAt, plan } = after
  const amount = getPaidAmount(change)
  const renew = (reason: string) =>
    paidAt ? [create(change, 'renewed', { since: paidAt, at: paidAt, amount, reason })] : []
  if (before?.provider === after.provider) {
    const isPaid = paidAt?.getTime() !== before.lastPaymentAt?.getTime()
    return isPaid ? renew(before.lastPaymentAt ? '' : describeFirstPayment(after)) : []
  }
  if (before && isReplacement(change)) {
    const reason = before.plan === plan ? '' : 'planChange'
    return [
      ...(reason ? [create(change, 'planChanged', { reason: before.plan })] : []),
      ...renew(after.previous ? describeFirstPayment(after) : reason),
    ]
  }
  const reason = before ? 'returned' : ''
  return [
    paidAt
      ? create(change, 'started', { at: paidAt, amount, reason })
      : create(change, 'started', { reason: 'trial' }),
  ]
}

function describeFirstPayment({ previous, plan }: Subscription): string {
  if (!previous?.lastPaymentAt) return 'trial'
  return previous.plan === plan ? '' : 'planChange'
}

/**
 * A new subscription counts as active, if only for a moment. A replacement continues the state of the one it replaces.
 */
function describeState(change: Change): readonly RecordedTransition[] {
  const { before, after, event } = change
  const isContinued = before?.provider === after.provider || isReplacement(change)
  const known = isContinued ? before : null
  const from = known?.state ?? 'active'
  if (from === after.state) return []
  switch (after.state) {
    case 'active':
      return known ? [describeReturn(change, known)] : []
    case 'ending':
      return [create(change, 'cancelled', { since: after.stoppedAt, reason: getReason(change) })]
    case 'paused': {
      const reason = event.kind === 'pause' ? String(event.months) : ''
      return [
        // When a payment that fell due during a pause is paid, the pause continues, and was already counted.
        ...(known?.state === 'paymentFailed' ? [describeReturn(change, known)] : []),
        create(change, 'paused', { since: after.stoppedAt, reason }),
      ]
    }
    case 'paymentFailed':
      return [create(change, 'paymentFailed', { since: after.failedAt, at: after.failedAt })]
    case 'disputed': {
      const payment = (event.kind === 'disputed' && event.payment) || ''
      return [create(change, 'disputed', { since: change.at, payment })]
    }
    case 'ended': {
      const reason = describeEnd(change, from)
      const isCancelledNow = reason === 'cancelled' && from !== 'ending'
      return [
        ...(isCancelledNow
          ? [create(change, 'cancelled', { since: after.stoppedAt, reason: getReason(change) })]
          : []),
        create(change, 'ended', { reason }),
      ]
    }
  }
}

function describeReturn(change: Change, before: Subscription): RecordedTransition {
  const { event } = change
  switch (before.state) {
    case 'paymentFailed':
      return create(change, 'paymentRecovered', { since: before.failedAt })
    case 'paused': {
      // A monthly plan's payment ends the pause.
      const isPaid = event.kind === 'providerSynced' && !isReplacement(change)
      const reason = isPaid || event.kind === 'timePassed' ? 'planned' : 'early'
      return create(change, 'resumed', { since: before.stoppedAt, reason })
    }
    case 'disputed':
      return create(change, 'disputeWon', { since: before.stoppedAt })
    case 'ending':
    case 'ended':
    case 'active':
      return create(change, 'reactivated', { since: change.at })
  }
}

/** Returns the reason for a cancellation. */
function getReason({ event, isByOperator }: Change): string {
  switch (event.kind) {
    case 'endNow':
      return 'accountDeleted'
    case 'cancel':
      return isByOperator ? 'operator' : (event.reason ?? 'unknown')
    default:
      return 'payPal'
  }
}

function describeEnd({ event }: Change, from: Subscription['state']): string {
  switch (event.kind) {
    case 'refunded':
      return from === 'disputed' ? 'disputed' : 'refunded'
    case 'redeemGift':
      return 'gift'
    case 'timePassed':
      // A late job may find that a payment is missing and the subscription's time is over.
      return from === 'ending' ? 'cancelled' : 'paymentFailed'
    default:
      return from === 'disputed' ? 'disputed' : 'cancelled'
  }
}
