import type { SubscriptionResponse, SubscriptionStep } from '../../contracts/subscription.ts'

/** What is decided on the way out. */
export type Decision = Extract<SubscriptionStep, { step: 'cancel' | 'pause' | 'takeOffer' }>

/** What a page of it is given. */
export type StepProps = {
  /** Null until the server has said. */
  readonly subscription: SubscriptionResponse | null
  readonly decide: (decision: Decision) => void
  /** Nothing more can be pressed. */
  readonly isDeciding: boolean
}
