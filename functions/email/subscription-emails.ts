/**
 * Writes emails only from the state at the time of the event, so that a late email is still correct. Dates and amounts
 * come from the outlook (outlook-sentences.ts). Dates are in UTC.
 */
import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { describeOutlook } from '../../src/domain/subscription/outlook.ts'
import { noSubscription } from '../../src/domain/subscription/subscription.ts'
import type { EmailContent } from './email-layout.ts'
import {
  createOfferAcceptedEmail,
  createPausedEmail,
  createPaymentFixedEmail,
  createPlanChangedEmail,
  createRenewalReminderEmail,
  createResumedEmail,
  createStartedEmail,
} from './running-subscription-emails.ts'
import {
  createCancelledEmail,
  createEndedEmail,
  createPaymentFailedEmail,
  createPaymentMissingEmail,
  createRefundedEmail,
} from './stopped-subscription-emails.ts'

type Item = Pick<OutboxItemOf<'email'>, 'template' | 'about' | 'pendingSince' | 'outlook'>

/** Returns null if the subscription isn't in the state that the template describes. */
export function createSubscriptionEmail(
  { template, about, pendingSince: at, outlook: stored }: Item,
  siteUrl: string,
): EmailContent | null {
  const record = { ...noSubscription, subscription: about }
  const details = { at, siteUrl, outlook: stored ?? describeOutlook(record, at) }
  const { state } = about
  const isRunning = state === 'active' || state === 'paused'
  switch (template) {
    case 'started':
      return state === 'active' ? createStartedEmail(about, details) : null
    case 'paymentFixed':
      return state === 'active' ? createPaymentFixedEmail(about, details) : null
    case 'offerAccepted':
      return state === 'active' ? createOfferAcceptedEmail(about, details) : null
    case 'resumed':
      return state === 'active' ? createResumedEmail(about, details) : null
    case 'renewalReminder':
      return isRunning ? createRenewalReminderEmail(about, details) : null
    case 'planChanged':
      return isRunning ? createPlanChangedEmail(about, details) : null
    case 'paused':
      return state === 'paused' ? createPausedEmail(about, details) : null
    case 'cancelled':
      return state === 'ending' ? createCancelledEmail(about, details) : null
    case 'paymentFailed':
      if (state !== 'paymentFailed') return null
      return about.cause === 'missing'
        ? createPaymentMissingEmail(about, details)
        : createPaymentFailedEmail(about, details)
    case 'ended':
      return state === 'ended' ? createEndedEmail(about, details) : null
    case 'refunded':
      return state === 'ended' ? createRefundedEmail(about, details) : null
  }
}
