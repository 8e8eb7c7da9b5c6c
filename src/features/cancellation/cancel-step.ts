import type {
  SubscriptionResponse,
  SubscriptionStep,
} from '../../contracts/subscription-endpoints.ts'

export type CancelDecision = Extract<SubscriptionStep, { step: 'cancel' | 'pause' | 'acceptOffer' }>

export type CancelStepProps = {
  /** Null until the server has answered. */
  readonly subscription: SubscriptionResponse | null
  readonly decide: (decision: CancelDecision) => void
  readonly isDeciding: boolean
}
