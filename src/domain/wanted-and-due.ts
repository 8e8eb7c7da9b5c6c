/** What follows from a subscription as it is kept: what the provider is to make of it, and by when. */
import { reminderDueAt } from './next-billing.ts'
import type { Wanted } from './provider-subscription.ts'
import { accessEndsAt, paymentGrace, type Subscription } from './subscription.ts'

/** What the provider is to make of it; null where it is the provider's to say. */
export function wantedAtProvider(subscription: Subscription | null): Wanted | null {
  switch (subscription?.state) {
    case undefined:
    case 'paymentFailed':
      return null
    case 'active':
      return subscription.heldUntil ? 'SUSPENDED' : 'ACTIVE'
    case 'ending':
      return subscription.isFinal ? 'CANCELLED' : 'SUSPENDED'
    case 'paused':
    case 'disputed':
      return 'SUSPENDED'
    case 'ended':
      return 'CANCELLED'
  }
}

/** When time alone changes something about the subscription, or its reader is to be told. */
export function dueAt(subscription: Subscription | null): Date | null {
  switch (subscription?.state) {
    case undefined:
    case 'disputed':
    case 'ended':
      return null
    case 'active':
      return earlier(subscription.heldUntil, reminderDueAt(subscription))
    case 'ending':
      return accessEndsAt(subscription)
    case 'paused':
      return earlier(subscription.resumesAt, reminderDueAt(subscription))
    case 'paymentFailed':
      return endOfTrying(subscription.failedAt)
  }
}

/** After the grace, a payment may still come for as long; then it is over. */
const endOfTrying = (failedAt: Date) => new Date(failedAt.getTime() + 4 * paymentGrace)

const earlier = (one: Date | null, other: Date | null) =>
  one && other ? (other < one ? other : one) : (one ?? other)

/** Whether another one may begin: nothing of this one goes on any more. */
export const isOver = (subscription: Subscription | null) =>
  !subscription ||
  subscription.state === 'ended' ||
  (subscription.state === 'ending' && subscription.isFinal)
