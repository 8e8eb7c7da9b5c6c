/** What a change of a subscription causes, as the outbox stores it: emails with their outlook, and reasons for a refund. */
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
  /** The payment for the current period was refunded, which ended the subscription. */
  'refunded',
  /** The new plan begins when the paid time ends. */
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

/** A subscription is ended and refunded as soon as it begins for one of these reasons. */
export const surplusReasons = [
  'alreadySubscribed',
  'studentAddressInUse',
  /** A trial for an account that has had a subscription before. */
  'trialUsed',
  /** The payer had deleted their account before the payment was confirmed. */
  'accountDeleted',
  /** The first payment was declined, or still pending after days. */
  'notPaid',
  /** The new subscription of a plan change, approved when the current one had changed meanwhile. */
  'planChangeOutdated',
  /** PayPal has charged less than what was sold, or was about to. */
  'underpaid',
] as const
export type SurplusReason = (typeof surplusReasons)[number]

const upcomingSchema = z.object({
  at: z.date(),
  kind: z.enum(upcomingKinds),
  /** The cost of a payment after the share that is returned; otherwise 0. In US cents. */
  minorUnits: z.int(),
  /** Months from the bank that it uses, and whose. */
  months: z.int(),
  sources: z.array(z.enum(timeSources)).readonly(),
})

/** The outlook (outlook.ts) as it was when the email became due. */
export const outlookSchema = z.object({
  isOpen: z.boolean(),
  /** Access ends then, or a pause closes it; null if payments continue it. */
  closesAt: z.date().nullable(),
  /** A pause ends then, or time that is closed for another reason. */
  opensAt: z.date().nullable(),
  nextPayment: z.object({ at: z.date(), minorUnits: z.int() }).nullable(),
  givenMonths: z.int(),
  upcoming: z.array(upcomingSchema).readonly(),
})
export type Outlook = z.infer<typeof outlookSchema>
