/**
 * Records the returned parts of a payment for the books: credit, a share for gift months, and anything above the price.
 */
import type { PlanId } from '../../src/domain/subscription/plan.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import { createRecordWrites } from '../statistics/records/create-record-writes.ts'

const kinds = {
  credit: 'creditReturned',
  share: 'shareReturned',
  excess: 'excessReturned',
} as const

type ReturnedPayment = {
  /** PayPal's ids for the subscription and the payment. */
  readonly provider: string
  readonly payment: string
  readonly plan: PlanId | null
  /** In minor units. */
  readonly credit: number
  readonly share: number
  readonly excess: number
}

/** Creates one record for each part that isn't 0, once per payment. */
export function createReturnRecords(
  { provider: payPalSubscription, payment, plan, ...parts }: ReturnedPayment,
  at: Date,
): Promise<readonly Write[]> {
  const names = (['credit', 'share', 'excess'] as const).filter((name) => parts[name] > 0)
  const about = { at, plan: plan ?? '', reason: '', subscription: payPalSubscription, payment }
  return createRecordWrites(
    names.map((name) => ({ ...about, kind: kinds[name], key: payment, amount: parts[name] })),
    null,
  )
}
