/** What can happen to a subscription, and what comes of it (subscription-transition.ts). */
import type { Letter, SurplusReason } from './owed.ts'
import type { PlanId } from './plan.ts'
import type { ProviderSubscription } from './provider-subscription.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { PauseMonths } from './subscription-steps.ts'

export type SubscriptionEvent =
  /** The reader wants to be billed no more, and reads on to the end of what is paid. */
  | { readonly kind: 'cancel' }
  /** No billing for so many months after what is paid. */
  | { readonly kind: 'pause'; readonly months: PauseMonths }
  /** The free month for whoever was about to leave. */
  | { readonly kind: 'takeOffer' }
  /** It is over at once: the reader wants to be forgotten. */
  | { readonly kind: 'endNow' }
  /** Takes up again what was cancelled or paused. */
  | { readonly kind: 'reactivate' }
  /** The failed payment is about to be asked for again. An attempt that is under way is kept. */
  | { readonly kind: 'retryPayment'; readonly requestId: string }
  /** The provider has declined that attempt. */
  | { readonly kind: 'retryDeclined'; readonly requestId: string }
  | { readonly kind: 'timePassed' }
  /**
   * What the provider says now. `plan`: what was bought, if this reader began that checkout.
   * `isTrial`: it begins with days that cost nothing, so it runs before its first payment.
   * `isNew`: no payment for it has been recorded, so one that was taken is taken into account even if
   * the provider has stopped the subscription since.
   * `isRefused`: it must not begin, because its student address already counts for another one.
   */
  | {
      readonly kind: 'observed'
      readonly seen: ProviderSubscription
      readonly plan: PlanId | null
      readonly isTrial?: boolean
      readonly isNew?: boolean
      readonly isRefused?: boolean
    }
  /** A payment went back to the reader, whole. `paymentAt` is when it was taken. */
  | { readonly kind: 'refunded'; readonly provider: string; readonly paymentAt: Date }
  | { readonly kind: 'disputed'; readonly provider: string }
  | { readonly kind: 'disputeWon'; readonly provider: string }
  /** The operator's gift of access, and its end (null). */
  | { readonly kind: 'grant'; readonly until: Date | null }

/** What a reader can ask for. */
export type ReaderRequest = Extract<
  SubscriptionEvent,
  { kind: 'cancel' | 'pause' | 'takeOffer' | 'endNow' | 'reactivate' }
>

/** The reader's attempts to have a failed payment taken. */
export type RetryEvent = Extract<SubscriptionEvent, { kind: 'retryPayment' | 'retryDeclined' }>

/** Money that goes back to a reader, or may. */
export type MoneyEvent = Extract<
  SubscriptionEvent,
  { kind: 'refunded' | 'disputed' | 'disputeWon' }
>

export type Transition = {
  readonly record: SubscriptionRecord
  /** Each once. */
  readonly letters: readonly Letter[]
  /** A payment that must not have been taken: its time, for whoever gives it back. */
  readonly refundPaymentOf: { readonly provider: string; readonly at: Date } | null
  /** A subscription that may not run beside what there is: it is ended at the provider and refunded. */
  readonly surplus: { readonly provider: string; readonly reason: SurplusReason } | null
}

export type Ignored =
  /** Says nothing new, or something older than what we know. */
  | 'stale'
  /** Not in this state. The reader gets to see where they stand instead. */
  | 'notPossible'
  /** Of a subscription that is not this reader's. */
  | 'foreign'
  /** The provider hasn't taken the first payment yet. */
  | 'unpaid'
  /** Another one begins, and the provider is not known to have ended the one before. */
  | 'unfinished'
