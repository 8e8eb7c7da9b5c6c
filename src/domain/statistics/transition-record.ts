/**
 * `transitionRecords/{id}` stores what has happened to a subscription, a gift, an account or an address on The Weekly's
 * list. It's written in the commit that stores the change, and copied to the statistics database afterwards. It
 * identifies nobody.
 */
import { z } from 'zod'
import { currency } from '../../publication/offer.ts'
import { attributionSchema } from './attribution.ts'

const transitionKinds = [
  'started',
  'renewed',
  'paymentFailed',
  'paymentRecovered',
  'cancelled',
  'reactivated',
  'paused',
  'resumed',
  'offerTaken',
  'planChanged',
  'disputed',
  'disputeWon',
  'ended',
  'refunded',
  'giftBought',
  'giftRedeemed',
  'giftRefunded',
  'giftDisputed',
  'undue',
  'creditReturned',
  'shareReturned',
  'excessReturned',
  'registered',
  'newsletterConfirmed',
  'newsletterUnsubscribed',
] as const
export type TransitionKind = (typeof transitionKinds)[number]

/** functions/statistics/records/README.md defines the kinds and their reasons. */
export type RecordedTransition = {
  readonly kind: TransitionKind
  /** Makes the transition unique, together with its kind. Only its hash is stored. */
  readonly key: string
  readonly at: Date
  /** The plan or gift that was bought, now or earlier; empty for a transition without a price. */
  readonly plan: string
  /** The minor units paid or returned. */
  readonly amount: number
  readonly reason: string
  /** PayPal's id for the subscription. Only the id's hash is stored. */
  readonly subscription?: string
  /** PayPal's id for the payment, if known. */
  readonly payment?: string
  /** When the gift can no longer be redeemed. */
  readonly redeemableUntil?: Date | null
}

export const transitionRecordSchema = z.object({
  kind: z.enum(transitionKinds),
  at: z.date(),
  plan: z.string(),
  amount: z.int().min(0),
  currency: z.literal(currency),
  reason: z.string(),
  attribution: attributionSchema.nullable(),
  /** A hash of PayPal's id for the subscription; empty for other records. */
  subject: z.string().default(''),
  /** PayPal's id for the payment; empty if unknown. */
  payment: z.string().default(''),
  redeemableUntil: z.date().nullable().default(null),
})
export type TransitionRecord = z.infer<typeof transitionRecordSchema>
