import type { GiftTimeStatus } from '../gift/gift-transition.ts'
import type { GiftTimeEmail, SubscriptionEmail, SurplusReason } from './effect-kinds.ts'
import type { PayPalPayment, PayPalSubscription } from './paypal-subscription.ts'
import type { PlanId } from './plan.ts'
import type { Sold } from './sold.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { CancelReason, PauseMonths } from './subscription-steps.ts'

/** `provider` is PayPal's id for a subscription. */
type EventFields = {
  /** Stops billing. Access lasts until the paid period ends. */
  cancel: { reason?: CancelReason | undefined }
  /** Closes access for this many months: for a monthly plan after the paid period, for a yearly plan immediately. */
  pause: { months: PauseMonths }
  /**
   * Accepts a free month instead of cancelling, once in twelve months. `takenAt` is when anybody with the same PayPal
   * account last accepted one.
   */
  acceptOffer: { takenAt?: Date | null }
  /** Ends the subscription immediately, because the account is being deleted. */
  endNow: object
  /** Undoes a cancellation or a pause. */
  reactivate: object
  /** The failed payment is about to be retried. An attempt that is already running is kept. */
  retryPayment: { requestId: string }
  retryDeclined: { requestId: string }
  timePassed: object
  /**
   * PayPal's current state. `payments`: PayPal's payments since the last known one. `plan`: the plan of this reader's
   * checkout. `sold`: what was sold, from the record, lowered, or inferred. `fullPrice`: the minimum of a full payment
   * in minor units; null if unknown. `trialEndsAt`: no payment is due before then. `isNew`: no payment has been
   * recorded yet, so a first payment counts even if PayPal has stopped the subscription since. `isRefused`: another
   * subscription uses the student address. `planChange`: set if the subscription replaces the current one.
   */
  providerSynced: {
    payPalState: PayPalSubscription
    payments?: readonly PayPalPayment[]
    plan: PlanId | null
    sold?: Sold | null
    fullPrice?: number | null
    trialEndsAt?: Date | null
    isNew?: boolean
    isRefused?: boolean
    planChange?: PlanChange | null
    /** When anybody with the same PayPal account last took the free month. */
    retentionOfferTakenAt?: Date | null
    /** Whether we have just set PayPal's status ourselves, based on the record as it was before the call. */
    isOwnStatus?: boolean
  }
  /**
   * A payment was refunded in full. `paymentAt` is its time, and `payment` PayPal's id for it. `others` are the times
   * of the subscription's other payments that PayPal's list doesn't show as returned: a full payment for the same
   * period still pays for that period. `isLost`: a lost dispute returned the payment.
   */
  refunded: {
    provider: string
    paymentAt: Date
    others?: readonly { readonly at: Date; readonly minorUnits: number | null }[]
    payment?: string
    isLost?: boolean
  }
  /**
   * `dispute` is PayPal's id for the dispute, `payment` its id for the disputed payment, and `paymentAt` that payment's
   * time.
   */
  disputed: { provider: string; dispute: string; payment?: string; paymentAt?: Date }
  /** PayPal has closed a dispute, and we keep the payment. */
  disputeWon: { provider: string; dispute: string; paymentAt?: Date }
  /** PayPal won't refund this payment's share for months from the time bank, so those months can be used again. */
  shareRefused: { provider: string; paymentAt: Date }
  /**
   * The reader redeems a gift. A subscription whose payment has failed is cancelled if the reader agrees
   * (`endFailing`).
   */
  redeemGift: { gift: string; months: number; endFailing: boolean }
  /** A redeemed gift was refunded or disputed, or its dispute was won. */
  giftChanged: { gift: string; status: GiftTimeStatus }
  /** The operator grants complimentary access; null ends it. */
  grant: { until: Date | null }
}

export type EventOf<Kind extends keyof EventFields> = {
  [One in Kind]: { readonly kind: One } & Readonly<EventFields[One]>
}[Kind]
export type SubscriptionEvent = EventOf<keyof EventFields>

/** `from` is PayPal's id for the subscription whose plan the reader changes. */
export type PlanChange = {
  readonly from: string
  /** When the new subscription is first billed; null if it is billed at its approval. */
  readonly startsAt: Date | null
  /** PayPal's state of `from`; null if `from` is no longer the current subscription. */
  readonly currentState: PayPalSubscription | null
}

export type ReaderRequest = EventOf<'cancel' | 'pause' | 'acceptOffer' | 'endNow' | 'reactivate'>
export type RetryEvent = EventOf<'retryPayment' | 'retryDeclined'>
export type ReversalEvent = EventOf<'refunded' | 'disputed' | 'disputeWon' | 'shareRefused'>

/** A payment at PayPal, identified by its time. */
type PaymentReference = { readonly provider: string; readonly at: Date }

/** A payment that wasn't due, or wasn't in full. */
type Refund = PaymentReference & { readonly isUnderpaid?: boolean }

/** A payment that counts, part of which may be returned: for months from the time bank, as credit, or as an excess. */
type Settlement = PaymentReference & {
  readonly plan: PlanId
  readonly months: number
  /** The amount in minor units; null if PayPal hasn't stated it. */
  readonly paid: number | null
  /** The price sold, in minor units. */
  readonly price: number
}

/** A change's effects outside the record, such as emails and refunds. */
export type Effects = {
  /** Each email is sent once. */
  readonly emails: readonly SubscriptionEmail[]
  /** Emails about gift time, including those to readers without a subscription. */
  readonly giftEmails: readonly GiftTimeEmail[]
  readonly refunds: readonly Refund[]
  readonly settlements: readonly Settlement[]
}

export type Transition = Effects & {
  readonly record: SubscriptionRecord
  /** Gifts whose months are used up. */
  readonly usedGifts: readonly string[]
  /** A subscription that another one has replaced: it's cancelled, and later payments are refunded. */
  readonly replaced: { readonly provider: string; readonly lastDuePaymentAt: Date | null } | null
  /** A subscription that must not start: it's cancelled at PayPal and refunded. */
  readonly surplus: { readonly provider: string; readonly reason: SurplusReason } | null
}

export type IgnoredReason =
  /** The event contains nothing new, or is older than the record. */
  | 'stale'
  /** The state doesn't allow the event. The reader is shown the current status instead. */
  | 'notPossible'
  /** The subscription belongs to another account. */
  | 'foreign'
  /** PayPal hasn't collected the first payment yet. */
  | 'unpaid'
  /** The previous subscription may not have been cancelled at PayPal, or synced, yet. */
  | 'unfinished'
