import type {
  SubscriptionOutlookResponse,
  SubscriptionResponse,
  SubscriptionStep,
} from '../../contracts/endpoints/subscription-endpoints.ts'

export type CancelDecision = Extract<SubscriptionStep, { step: 'cancel' | 'pause' | 'acceptOffer' }>

export type CancelStepProps = {
  /** Null until the server has answered. */
  readonly subscription: SubscriptionResponse | null
  /** The outlook for each step. Null until the server has answered. */
  readonly outlook: SubscriptionOutlookResponse | null
  readonly decide: (decision: CancelDecision) => void
  readonly isDeciding: boolean
}
