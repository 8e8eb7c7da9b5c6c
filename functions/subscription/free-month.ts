/**
 * `freeMonths/{hash of PayPal's payer id}`: when somebody who pays with this PayPal account last took the free month, or
 * deleted an account that had subscribed. It outlasts the reader's account, so that a new one brings neither another free
 * month nor a referrer's credit, and is removed by the retention job.
 */
import { z } from 'zod'
import { type Result, succeed } from '../../src/domain/result.ts'
import { getNextOfferAt } from '../../src/domain/subscription/reader-transitions.ts'
import type { Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'
import type { PayPalSubscription } from '../adapters/paypal.ts'
import { hashParts } from './hash-parts.ts'

const optionalDate = z.date().nullable().catch(null)

const freeMonthSchema = z.object({ takenAt: optionalDate, deletedAt: optionalDate })

export type FreeMonth = {
  /** Null if the payer hasn't taken one, as far as anybody still knows. */
  readonly takenAt: Date | null
  /** Null if the payer hasn't deleted an account with a subscription, as far as anybody still knows. */
  readonly deletedAt: Date | null
  readonly createWrites: (at: Date) => readonly Write[]
}

const createPath = async (payer: string) => `freeMonths/${await hashParts('freeMonth', payer)}`

/** For the deletion of an account. */
export async function createDeletedPayerWrites(
  { id }: PayPalSubscription['payer'],
  deletedAt: Date,
): Promise<readonly Write[]> {
  if (id === '') return []
  const fields = { deletedAt, expiresAt: getNextOfferAt(deletedAt) }
  return [{ set: await createPath(id), fields, merge: true }]
}

/** Costs a database read, unless PayPal hasn't said who pays. */
export async function readFreeMonth(
  firestore: Pick<Firestore, 'get'>,
  { id }: PayPalSubscription['payer'],
): Promise<Result<FreeMonth, FirestoreFailure>> {
  if (id === '') return succeed({ takenAt: null, deletedAt: null, createWrites: () => [] })
  const path = await createPath(id)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const unchanged = stored.value ? { ifUpdatedAt: stored.value.updateTime } : { ifExists: false }
  const known = freeMonthSchema.safeParse(stored.value?.fields ?? {}).data
  return succeed({
    takenAt: known?.takenAt ?? null,
    deletedAt: known?.deletedAt ?? null,
    createWrites: (takenAt) => [
      {
        set: path,
        fields: { takenAt, expiresAt: getNextOfferAt(takenAt) },
        merge: true,
        ...unchanged,
      },
    ],
  })
}
