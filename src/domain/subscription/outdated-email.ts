import type { SubscriptionEmail } from './effect-kinds.ts'
import { getStoppedAt } from './record-change.ts'
import type { Subscription } from './subscription.ts'

/**
 * Whether the email is about a step that the reader can repeat at will and that moves no money, so that such emails are
 * limited (../email-limits.ts). A waiting email becomes outdated with the next step, so that only the last one is sent.
 */
export const isAboutOwnStep = (template: SubscriptionEmail): boolean =>
  template === 'cancelled' ||
  template === 'paused' ||
  template === 'offerAccepted' ||
  template === 'resumed' ||
  template === 'planChanged'

/**
 * Receipts, refunds and the end of a subscription are always sent. For other emails, the later change's email is
 * enough.
 */
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
      // A second purchase is cancelled and refunded, but a second plan change replaces the first.
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

/** Ignores due dates, because a small correction to PayPal's date doesn't make an email untrue. */
const getPauseEnd = (subscription: Subscription): Date | null =>
  subscription.state === 'paused' ? subscription.resumesAt : null
