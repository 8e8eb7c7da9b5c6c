import type { SubscriptionEmail } from './effect-kinds.ts'
import { getStoppedAt } from './record-change.ts'
import type { Subscription } from './subscription.ts'

/**
 * A reader can repeat these steps at will, and they move no money: their emails are limited (../email-limits.ts). One that
 * waits for its time is outdated by the next step, so that only the last one arrives.
 */
export const isAboutOwnStep = (template: SubscriptionEmail): boolean =>
  template === 'cancelled' ||
  template === 'paused' ||
  template === 'offerAccepted' ||
  template === 'resumed' ||
  template === 'planChanged'

/** Receipts, refunds and the end of a subscription are always sent. The later change's email covers the rest. */
export function isEmailOutdated(
  template: SubscriptionEmail,
  describedSubscription: Subscription,
  current: Subscription,
): boolean {
  const isReplaced = current.provider !== describedSubscription.provider
  const isStoppedAgain = isDifferentDate(getStoppedAt(describedSubscription), getStoppedAt(current))
  switch (template) {
    case 'paymentFixed':
    case 'refunded':
    case 'ended':
      return false
    case 'started':
    case 'planChanged':
      // A second purchase is cancelled and refunded, but a second plan change counts.
      return isReplaced
    case 'cancelled':
      return isReplaced || isStoppedAgain
    case 'paymentFailed':
      return isReplaced || current.state !== 'paymentFailed'
    case 'paused':
    case 'offerAccepted':
    case 'resumed':
    case 'renewalReminder':
      return (
        isReplaced ||
        current.state !== describedSubscription.state ||
        isStoppedAgain ||
        isDifferentDate(getPauseEnd(describedSubscription), getPauseEnd(current)) ||
        isDifferentDate(describedSubscription.remindedAt, current.remindedAt)
      )
  }
}

const isDifferentDate = (one: Date | null, other: Date | null) =>
  one?.getTime() !== other?.getTime()

/** Leaves out due dates: a small correction by PayPal's date makes no email untrue. */
const getPauseEnd = (subscription: Subscription): Date | null =>
  subscription.state === 'paused' ? subscription.resumesAt : null
