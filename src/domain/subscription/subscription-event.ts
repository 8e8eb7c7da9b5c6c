import type { GiftTimeStatus } from '../gift/gift-transition.ts'
import type { GiftTimeEmail, SubscriptionEmail, SurplusReason } from './effect-kinds.ts'
import type { PayPalPayment, PayPalSubscription } from './paypal-subscription.ts'
import type { PlanId } from './plan.ts'
import type { Sold } from './sold.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { CancelReason, PauseMonths } from './subscription-steps.ts'

/** `provider`: PayPal's id of a subscription. */
type EventFields = {
  /** Stops billing. Access lasts until the paid period ends. */
  cancel: { reason?: CancelReason | undefined }
  /** Closes access for this many months: of a monthly plan after the paid period, of a yearly plan at once. */
  pause: { months: PauseMonths }
  /**
   * Accepts a free month instead of cancelling, once in twelve months. `takenAt`: when somebody with the same PayPal account
   * last took one.
   */
  acceptOffer: { takenAt?: Date | null }
  /** Ends the subscription at once, because the account is being deleted. */
  endNow: object
  /** Undoes a cancellation or a pause. */
  reactivate: object
  /** The failed payment is about to be retried. Keeps an attempt that is already running. */
  retryPayment: { requestId: string }
  retryDeclined: { requestId: string }
  timePassed: object
  /**
   * PayPal's current state. `payments`: those that it lists since the last one seen. `plan`: the plan of this reader's
   * checkout. `sold`: as the record says, or lowered, or what could be found. `fullPrice`: the least that a full payment is worth, in US
   * cents; null if unknown. `trialEndsAt`: no payment is due before. `isNew`: no payment was recorded yet, so one counts even if
   * PayPal has stopped the subscription since. `isRefused`: another subscription uses the student address.
   * `planChange`: it replaces the current subscription.
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
    /** When somebody with the same PayPal account last took the free month. */
    retentionOfferTakenAt?: Date | null
    /** We have just set PayPal's status ourselves, for the record as it was before the call. */
    isOwnStatus?: boolean
  }
  /**
   * A payment was fully refunded. `paymentAt` is the time of the payment, `others` are those of the subscription's other
   * payments that PayPal's list doesn't show as returned: one for the same period still pays for it, if it was for the full
   * price. `payment` is PayPal's id. `isLost`: by a lost dispute.
   */
  refunded: {
    provider: string
    paymentAt: Date
    others?: readonly { readonly at: Date; readonly minorUnits: number | null }[]
    payment?: string
    isLost?: boolean
  }
  /** `dispute`: PayPal's id. `payment`: its id of the payment that is disputed, and `paymentAt` its time. */
  disputed: { provider: string; dispute: string; payment?: string; paymentAt?: Date }
  /** PayPal has closed a dispute, and the payment stays. */
  disputeWon: { provider: string; dispute: string; paymentAt?: Date }
  /** PayPal won't refund the share of this payment for months from the bank. They can be used again. */
  shareRefused: { provider: string; paymentAt: Date }
  /**
   * The reader redeems a gift. A subscription whose payment has failed is cancelled for it, if the reader
   * agrees (`endFailing`).
   */
  redeemGift: { gift: string; months: number; endFailing: boolean }
  /** A redeemed gift was refunded, disputed, or its dispute was won. */
  giftChanged: { gift: string; status: GiftTimeStatus }
  /** Complimentary access by the operator; null ends it. */
  grant: { until: Date | null }
}

export type EventOf<Kind extends keyof EventFields> = {
  [One in Kind]: { readonly kind: One } & Readonly<EventFields[One]>
}[Kind]
export type SubscriptionEvent = EventOf<keyof EventFields>

/** `from`: the provider's id of the subscription whose plan the reader changes. */
export type PlanChange = {
  readonly from: string
  /** The first billing of the new subscription; null if it's billed when the reader approves it. */
  readonly startsAt: Date | null
  /** PayPal's state of `from`; null if it isn't the current subscription any more. */
  readonly currentState: PayPalSubscription | null
}

export type ReaderRequest = EventOf<'cancel' | 'pause' | 'acceptOffer' | 'endNow' | 'reactivate'>
export type RetryEvent = EventOf<'retryPayment' | 'retryDeclined'>
export type ReversalEvent = EventOf<'refunded' | 'disputed' | 'disputeWon' | 'shareRefused'>

/** PayPal's payment, found by its time. */
type PaymentReference = { readonly provider: string; readonly at: Date }

/** A payment that wasn't due, or wasn't full. */
type Refund = PaymentReference & { readonly isUnderpaid?: boolean }

/** A payment that counts, of which a part may be returned: for months from the bank, as credit, or as an excess. */
type Settlement = PaymentReference & {
  readonly plan: PlanId
  readonly months: number
  /** US cents; null if PayPal hasn't said how much. */
  readonly paid: number | null
  /** The price that was sold, in US cents. */
  readonly price: number
}

/** Lists the emails, refunds and other effects of a change outside the record. */
export type Effects = {
  /** Sent once each. */
  readonly emails: readonly SubscriptionEmail[]
  /** Emails about gift time, including those to readers without a subscription. */
  readonly giftEmails: readonly GiftTimeEmail[]
  readonly refunds: readonly Refund[]
  readonly settlements: readonly Settlement[]
}

export type Transition = Effects & {
  readonly record: SubscriptionRecord
  /** Gifts whose time is used up. */
  readonly usedGifts: readonly string[]
  /** A subscription that another one has replaced: it's cancelled, and later payments are refunded. */
  readonly replaced: { readonly provider: string; readonly lastDuePaymentAt: Date | null } | null
  /** A subscription that must not start: it's cancelled at PayPal and refunded. */
  readonly surplus: { readonly provider: string; readonly reason: SurplusReason } | null
}

export type IgnoredReason =
  /** The event contains nothing new, or is older than the record. */
  | 'stale'
  /** The state doesn't allow it. The reader is shown the current status instead. */
  | 'notPossible'
  /** The subscription belongs to another account. */
  | 'foreign'
  /** The provider hasn't taken the first payment yet. */
  | 'unpaid'
  /** The previous subscription may not be cancelled at the provider, or synced from it, yet. */
  | 'unfinished'
