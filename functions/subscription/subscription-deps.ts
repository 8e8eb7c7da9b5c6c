import type { Firestore } from '../platform/adapters/firestore.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'

export type SubscriptionDeps = {
  readonly firestore: Firestore
  readonly paypal: PayPal
  readonly now: () => Date
}
