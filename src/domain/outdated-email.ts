/** Emails about a subscription that a later change has made untrue before they were sent. */
import type { Letter } from './owed.ts'
import type { Subscription } from './subscription.ts'

/**
 * `about`: the subscription as the email describes it; `current`: as it is now. Receipts, refunds and
 * the end of a subscription are always sent; another email tells of the change that outdated the rest.
 */
export function isOutdated(letter: Letter, about: Subscription, current: Subscription): boolean {
  // An email about an earlier subscription says nothing about the one that followed.
  if (current.provider !== about.provider) return false
  switch (letter) {
    case 'started':
    case 'paymentMended':
    case 'refunded':
    case 'ended':
      return false
    case 'cancelled':
      return ['active', 'paused', 'paymentFailed'].includes(current.state)
    case 'paymentFailed':
      return current.state !== 'paymentFailed'
    case 'paused':
    case 'offerTaken':
    case 'resumed':
    case 'renewalReminder':
      return current.state !== about.state || breakEndsAt(current) !== breakEndsAt(about)
  }
}

/**
 * The end of a pause or a free month, in milliseconds. The next billing itself may move a little when
 * PayPal activates a subscription, which makes no email untrue.
 */
function breakEndsAt(subscription: Subscription): number | null {
  const endsAt = subscription.state === 'paused' ? subscription.resumesAt : subscription.heldUntil
  return endsAt?.getTime() ?? null
}
