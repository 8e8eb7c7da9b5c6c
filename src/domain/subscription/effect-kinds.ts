/**
 * Effects of a change to a subscription, as stored in the outbox: emails with their outlook, and reasons for a refund.
 */
import { z } from 'zod'
import { timeSources } from './subscription.ts'
import { upcomingKinds } from './upcoming-kinds.ts'

export const subscriptionEmails = [
  'started',
  'renewalReminder',
  'cancelled',
  'paused',
  'offerAccepted',
  'resumed',
  'paymentFailed',
  'paymentFixed',
  'ended',
  /** The current period's payment was refunded, which ended the subscription. */
  'refunded',
  /** The new plan starts when the paid time ends. */
  'planChanged',
] as const
export type SubscriptionEmail = (typeof subscriptionEmails)[number]

/** Emails to the reader who has redeemed a gift. */
export const giftTimeEmails = [
  'redeemed',
  /** A week before the last gift ends, unless billing resumes then. */
  'ending',
  'refunded',
  'suspended',
  'restored',
] as const
export type GiftTimeEmail = (typeof giftTimeEmails)[number]

/** Reasons why a subscription is ended and refunded as soon as it starts. */
export const surplusReasons = [
  'alreadySubscribed',
  'studentAddressInUse',
  /** A trial was bought for an account that has already had a subscription. */
  'trialUsed',
  /** The payer had deleted their account before the payment was confirmed. */
  'accountDeleted',
  /** The first payment was declined, or was still pending after several days. */
  'notPaid',
  /** The new subscription of a plan change was approved after the current one had changed. */
  'planChangeOutdated',
  /** PayPal has charged less than the price sold, or was about to. */
  'underpaid',
] as const
export type SurplusReason = (typeof surplusReasons)[number]

/** Describes an outlook (outlook.ts), as emails store it and responses contain it. */
export const createOutlookSchema = <Time extends z.ZodType>(time: Time) =>
  z.object({
    isOpen: z.boolean(),
    /** When access ends or a pause closes it; null if payments continue it. */
    closesAt: time.nullable(),
    /** When a pause, or another time without access, ends. */
    opensAt: time.nullable(),
    nextPayment: z.object({ at: time, minorUnits: z.int() }).nullable(),
    givenMonths: z.int().min(0),
    /** The next twelve months, if every payment succeeds. */
    upcoming: z
      .array(
        z.object({
          at: time,
          kind: z.enum(upcomingKinds),
          /** The cost of a payment after the share that is returned; 0 for other events. In minor units. */
          minorUnits: z.int(),
          /** The number of months from the time bank that the event uses, and their sources. */
          months: z.int().min(0),
          sources: z.array(z.enum(timeSources)).readonly(),
        }),
      )
      .readonly(),
  })

/** The outlook when the email became due. */
export const outlookSchema = createOutlookSchema(z.date())
export type Outlook = z.infer<typeof outlookSchema>
