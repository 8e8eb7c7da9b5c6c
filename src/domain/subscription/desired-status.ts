import { getGiftDueAt } from './gift-time.ts'
import { getReminderDueAt } from './next-billing.ts'
import type { DesiredStatus } from './provider-subscription.ts'
import {
  getAccessEnd,
  paymentRetryPeriod,
  type Subscription,
  type SubscriptionRecord,
} from './subscription.ts'

/** The status that we want at the provider; null if the provider decides. */
export function getDesiredStatus(subscription: Subscription | null): DesiredStatus | null {
  switch (subscription?.state) {
    case undefined:
    case 'paymentFailed':
      return null
    case 'active':
      return subscription.heldUntil || subscription.giftHold ? 'SUSPENDED' : 'ACTIVE'
    case 'ending':
      return subscription.isFinal ? 'CANCELLED' : 'SUSPENDED'
    case 'paused':
    case 'disputed':
      return 'SUSPENDED'
    case 'ended':
      return 'CANCELLED'
  }
}

/** When the record changes automatically, or the reader gets a reminder. */
export const getDueAt = (record: SubscriptionRecord) =>
  pickEarlier(getSubscriptionDueAt(record.subscription), getGiftDueAt(record))

/** Apart from gifts. */
export function getSubscriptionDueAt(subscription: Subscription | null): Date | null {
  switch (subscription?.state) {
    case undefined:
    case 'disputed':
    case 'ended':
      return null
    case 'active':
      return pickEarlier(subscription.heldUntil, getReminderDueAt(subscription))
    case 'ending':
      return getAccessEnd(subscription)
    case 'paused':
      return pickEarlier(subscription.resumesAt, getReminderDueAt(subscription))
    case 'paymentFailed':
      return getPaymentRetryEnd(subscription.failedAt)
  }
}

/** Until then the payment can be retried; afterwards the subscription ends. */
const getPaymentRetryEnd = (failedAt: Date) => new Date(failedAt.getTime() + paymentRetryPeriod)

const pickEarlier = (one: Date | null, other: Date | null) =>
  one && other ? (other < one ? other : one) : (one ?? other)

export const canBeReplaced = (subscription: Subscription | null) =>
  !subscription ||
  subscription.state === 'ended' ||
  (subscription.state === 'ending' && subscription.isFinal)
