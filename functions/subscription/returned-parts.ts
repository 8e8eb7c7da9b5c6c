/** Records the parts of a payment that were returned: as credit, as a share for months, or as an excess. */
import { z } from 'zod'
import { findUse } from '../../src/domain/referral/ledger.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { readReferral } from '../credit/referral-record.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { type ChangeFailure, subscriptionPath } from './change-subscription.ts'

/**
 * The record of returned parts, stored as `subscriptions/{uid}/history/settlement-{payment}`. Amounts are in minor
 * units.
 */
export const settlementSchema = z.object({
  kind: z.literal('settled'),
  payment: z.string(),
  share: z.int().min(0),
  months: z.int().min(0),
  excess: z.int().min(0),
  state: z.enum(['pending', 'returned', 'refused']),
})
export type Settlement = z.infer<typeof settlementSchema>

/** The parts of a payment that have been returned, or are about to be, in minor units. */
export type ReturnedParts = {
  readonly credit: number
  readonly share: number
  readonly excess: number
  /** The sum of the parts. */
  readonly amount: number
  readonly isReturned: boolean
}

export async function readReturnedParts(
  firestore: Firestore,
  uid: string,
): Promise<Result<(payment: string) => ReturnedParts, ChangeFailure>> {
  const referral = await readReferral(firestore, uid)
  if (!referral.ok) return referral
  const stored = await firestore.query({
    collection: 'history',
    parent: subscriptionPath(uid),
    where: [{ field: 'kind', is: 'EQUAL', value: 'settled' }],
  })
  if (!stored.ok) return stored
  const settlements = stored.value.documents.flatMap(({ fields }) => {
    const parsed = settlementSchema.safeParse(fields)
    return parsed.success && parsed.data.state !== 'refused' ? [parsed.data] : []
  })
  const ledger = referral.value?.ledger ?? []
  return succeed((payment) => {
    const use = findUse(ledger, payment)
    const isUsed = use && use.state !== 'restored'
    const credit = isUsed ? use.amount : 0
    const settlement = settlements.find((one) => one.payment === payment)
    const { share = 0, excess = 0 } = settlement ?? {}
    const isReturned = settlement ? settlement.state === 'returned' : use?.state === 'settled'
    return { credit, share, excess, amount: credit + share + excess, isReturned }
  })
}
