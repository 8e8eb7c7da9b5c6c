/**
 * `freeMonths/{hash of PayPal's payer id}`: when somebody who pays with this PayPal account last took the free month. It
 * outlasts the reader's account, so that a new one doesn't bring another free month, and is removed by the retention job.
 */
import { z } from 'zod'
import { type Result, succeed } from '../../src/domain/result.ts'
import { getNextOfferAt } from '../../src/domain/subscription/reader-transitions.ts'
import type { Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'
import type { PayPalSubscription } from '../adapters/paypal.ts'
import { hashParts } from './hash-parts.ts'

const freeMonthSchema = z.object({ takenAt: z.date(), expiresAt: z.date() })

export type FreeMonth = {
  /** Null if the payer hasn't taken one, as far as anybody still knows. */
  readonly takenAt: Date | null
  readonly createWrites: (at: Date) => readonly Write[]
}

/** Costs a database read, unless PayPal hasn't said who pays. */
export async function readFreeMonth(
  firestore: Pick<Firestore, 'get'>,
  { id }: PayPalSubscription['payer'],
): Promise<Result<FreeMonth, FirestoreFailure>> {
  if (id === '') return succeed({ takenAt: null, createWrites: () => [] })
  const path = `freeMonths/${await hashParts('freeMonth', id)}`
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const unchanged = stored.value ? { ifUpdatedAt: stored.value.updateTime } : { ifExists: false }
  return succeed({
    takenAt: freeMonthSchema.safeParse(stored.value?.fields).data?.takenAt ?? null,
    createWrites: (takenAt) => [
      { set: path, fields: { takenAt, expiresAt: getNextOfferAt(takenAt) }, ...unchanged },
    ],
  })
}
