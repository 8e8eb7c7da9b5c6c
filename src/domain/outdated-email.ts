/** Emails about a subscription that a later change has made untrue before they were sent. */
import type { Letter } from './owed.ts'
import type { Subscription } from './subscription.ts'
import { stoppedAtOf } from './subscription-course.ts'

/**
 * `about`: the subscription as the email describes it; `current`: as it is now. Receipts, refunds and
 * the end of a subscription are always sent; another email tells of the change that outdated the rest.
 */
export function isOutdated(letter: Letter, about: Subscription, current: Subscription): boolean {
  const isReplaced = current.provider !== about.provider
  switch (letter) {
    case 'paymentMended':
    case 'refunded':
    case 'ended':
      return false
    case 'started':
      // Of two purchases, the second one is cancelled and refunded.
      return isReplaced
    case 'cancelled':
      return isReplaced || isOther(stoppedAtOf(about), stoppedAtOf(current))
    case 'paymentFailed':
      return isReplaced || current.state !== 'paymentFailed'
    case 'paused':
    case 'offerTaken':
    case 'resumed':
    case 'renewalReminder':
      return (
        isReplaced ||
        current.state !== about.state ||
        isOther(stoppedAtOf(about), stoppedAtOf(current)) ||
        isOther(breakEndsAt(about), breakEndsAt(current)) ||
        isOther(about.remindedAt, current.remindedAt)
      )
  }
}

const isOther = (one: Date | null, other: Date | null) => one?.getTime() !== other?.getTime()

/**
 * The end of a pause or a free month. The next billing itself may move a little when PayPal activates a
 * subscription, which makes no email untrue.
 */
const breakEndsAt = (subscription: Subscription): Date | null =>
  subscription.state === 'paused' ? subscription.resumesAt : subscription.heldUntil
