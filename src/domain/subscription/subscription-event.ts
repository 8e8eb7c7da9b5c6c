import type { GiftLength } from '../gift/gift-length.ts'
import type { GiftTimeStatus } from '../gift/gift-transition.ts'
import type { GiftTimeEmail, SubscriptionEmail, SurplusReason } from './outbox-item.ts'
import type { PayPalPayment, PayPalSubscription } from './paypal-subscription.ts'
import type { PlanId } from './plan.ts'
import type { Sold } from './sold.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { CancelReason, PauseMonths } from './subscription-steps.ts'

export type SubscriptionEvent =
  /** Stops billing. Access lasts until the paid period ends. */
  | { readonly kind: 'cancel'; readonly reason?: CancelReason | undefined }
  /** Closes access for this many months: of a monthly plan after the paid period, of a yearly plan at once. */
  | { readonly kind: 'pause'; readonly months: PauseMonths }
  /**
   * Accepts a free month instead of cancelling, once in twelve months. `takenAt`: when somebody with the same PayPal account
   * last took one.
   */
  | { readonly kind: 'acceptOffer'; readonly takenAt?: Date | null }
  /** Ends the subscription at once, because the account is being deleted. */
  | { readonly kind: 'endNow' }
  /** Undoes a cancellation or a pause. */
  | { readonly kind: 'reactivate' }
  /** The failed payment is about to be retried. Keeps an attempt that is already running. */
  | { readonly kind: 'retryPayment'; readonly requestId: string }
  | { readonly kind: 'retryDeclined'; readonly requestId: string }
  | { readonly kind: 'timePassed' }
  /**
   * PayPal's current state. `payments`: those that it lists since the last one seen. `plan`: the plan of this reader's
   * checkout. `sold`: as the record says, or lowered, or what could be found. `fullPrice`: the least that a full payment is worth, in US
   * cents; null if unknown. `trialEndsAt`: no payment is due before. `isNew`: no payment was recorded yet, so one counts even if
   * PayPal has stopped the subscription since. `isRefused`: another subscription uses the student address.
   * `planChange`: it replaces the current subscription.
   */
  | {
      readonly kind: 'providerSynced'
      readonly payPalState: PayPalSubscription
      readonly payments?: readonly PayPalPayment[]
      readonly plan: PlanId | null
      readonly sold?: Sold | null
      readonly fullPrice?: number | null
      readonly trialEndsAt?: Date | null
      readonly isNew?: boolean
      readonly isRefused?: boolean
      readonly planChange?: PlanChange | null
      /** When somebody with the same PayPal account last took the free month. */
      readonly retentionOfferTakenAt?: Date | null
      /** We have just set PayPal's status ourselves, for the record as it was before the call. */
      readonly isOwnStatus?: boolean
    }
  /**
   * A payment was fully refunded. `paymentAt` is the time of the payment, `others` are those of the subscription's other
   * payments that PayPal's list doesn't show as returned: one for the same period still pays for it, if it was for the full
   * price. `payment` is PayPal's id. `isLost`: by a lost dispute.
   */
  | {
      readonly kind: 'refunded'
      readonly provider: string
      readonly paymentAt: Date
      readonly others?: readonly { readonly at: Date; readonly minorUnits: number | null }[]
      readonly payment?: string
      readonly isLost?: boolean
    }
  /** `payment`: PayPal's id of the payment that is disputed, and `paymentAt` its time. */
  | {
      readonly kind: 'disputed'
      readonly provider: string
      readonly payment?: string
      readonly paymentAt?: Date
    }
  | { readonly kind: 'disputeWon'; readonly provider: string; readonly paymentAt?: Date }
  /** PayPal won't refund the share of this payment for months from the bank. They can be used again. */
  | { readonly kind: 'shareRefused'; readonly provider: string; readonly paymentAt: Date }
  /**
   * The reader redeems a gift. A subscription whose payment has failed is cancelled for it, if the reader
   * agrees (`endFailing`).
   */
  | {
      readonly kind: 'redeemGift'
      readonly gift: string
      readonly months: GiftLength
      readonly endFailing: boolean
    }
  /** A redeemed gift was refunded, disputed, or its dispute was won. */
  | { readonly kind: 'giftChanged'; readonly gift: string; readonly status: GiftTimeStatus }
  /** Complimentary access by the operator; null ends it. */
  | { readonly kind: 'grant'; readonly until: Date | null }

/** `from`: the provider's id of the subscription whose plan the reader changes. */
export type PlanChange = {
  readonly from: string
  /** The first billing of the new subscription; null if it's billed when the reader approves it. */
  readonly startsAt: Date | null
  /** PayPal's state of `from`; null if it isn't the current subscription any more. */
  readonly currentState: PayPalSubscription | null
}

export type EventOf<Kind extends SubscriptionEvent['kind']> = Extract<
  SubscriptionEvent,
  { kind: Kind }
>
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
  /** Months from the bank, for which a share of the price is refunded. */
  readonly months: number
  /** US cents; null if PayPal hasn't said how much. */
  readonly paid: number | null
}

/** Lists the emails, refunds and other effects of a change outside the record. */
export type Effects = {
  /** Sent once each. */
  readonly emails: readonly SubscriptionEmail[]
  /** About gift time, also to readers without a subscription. */
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
  /** Another account's subscription. */
  | 'foreign'
  /** The provider hasn't taken the first payment yet. */
  | 'unpaid'
  /** The previous subscription may not be cancelled at the provider, or synced from it, yet. */
  | 'unfinished'
