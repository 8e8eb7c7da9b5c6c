/** Subscriptions that another one has replaced. Their late payments aren't due, so they are refunded. */
import { fail, type Result, succeed } from '../result.ts'
import type { ProviderSubscription } from './provider-subscription.ts'
import {
  maxReplaced,
  type ReplacedSubscription,
  type Subscription,
  type SubscriptionRecord,
} from './subscription.ts'
import type { IgnoredReason, Transition } from './subscription-event.ts'

/** The record's list after another subscription has replaced the current one. */
export function addReplaced(
  { subscription, replaced }: SubscriptionRecord,
  at: Date,
): SubscriptionRecord['replaced'] {
  if (!subscription) return replaced
  const { provider, seenPaymentAt } = subscription
  return [...replaced, { provider, at, seenPaymentAt }].slice(-maxReplaced)
}

/** Later payments than those that were seen aren't due. */
export const describeReplaced = ({
  provider,
  seenPaymentAt,
}: Pick<Subscription, 'provider' | 'seenPaymentAt'>): NonNullable<Transition['replaced']> => ({
  provider,
  lastDuePaymentAt: seenPaymentAt,
})

/** Not cancelled at the provider yet, or billed there in the meantime. */
export function endReplaced(
  record: SubscriptionRecord,
  replaced: ReplacedSubscription,
  { status, lastPaymentAt }: ProviderSubscription,
): Result<Transition, IgnoredReason> {
  const { seenPaymentAt } = replaced
  const isPaidSince = lastPaymentAt !== null && !(seenPaymentAt && lastPaymentAt <= seenPaymentAt)
  const isEnded = status === 'CANCELLED' || status === 'EXPIRED'
  if (isEnded && !isPaidSince) return fail('stale')
  const seen = isPaidSince ? { ...replaced, seenPaymentAt: lastPaymentAt } : replaced
  return succeed({
    record: { ...record, replaced: record.replaced.map((one) => (one === replaced ? seen : one)) },
    emails: [],
    refundPaymentOf: null,
    surplus: null,
    replaced: describeReplaced(replaced),
  })
}
