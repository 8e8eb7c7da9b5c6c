/**
 * `freeMonths/{hash of PayPal's payer id}`: when somebody who pays with this PayPal account last took the free month, and
 * what they paid for first. It outlasts the reader's account, so that a new one brings neither another free month nor a
 * referrer's credit, and is removed by the retention job: twelve months after the free month, the deletion and the end of the
 * paid time, whichever is last.
 */
import { z } from 'zod'
import { type Result, succeed } from '../../src/domain/result.ts'
import { getNextOfferAt } from '../../src/domain/subscription/reader-transitions.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import { hashParts } from '../platform/hash-parts.ts'

const optionalDate = z.date().nullable().catch(null)

const freeMonthSchema = z.object({
  takenAt: optionalDate,
  deletedAt: optionalDate,
  firstPayment: z.object({ subscription: z.string(), at: z.date() }).nullable().catch(null),
  expiresAt: optionalDate,
})

const nothingKnown = freeMonthSchema.parse({})

type PayPalPaymentTime = { readonly provider: string; readonly at: Date }

/** A payer's record as it was read. Null if PayPal hasn't said who pays. */
export type FreeMonth = {
  readonly path: string
  /** Null if there is no record yet. */
  readonly updateTime: string | null
  /** Null if the payer hasn't taken one, as far as anybody still knows. */
  readonly takenAt: Date | null
  /** When an account with a subscription was deleted; null if the payer has paid since. */
  readonly deletedAt: Date | null
  /** `subscription`: its hash. Null if nobody knows of a payment. */
  readonly firstPayment: { readonly subscription: string; readonly at: Date } | null
  readonly expiresAt: Date | null
}

const createPath = async (payer: string) => `freeMonths/${await hashParts('freeMonth', payer)}`

/** The hash that names a subscription in the record of its payer. */
export const hashPaidSubscription = (payPalSubscription: string) =>
  hashParts('paidSubscription', payPalSubscription)

/** Costs a database read, unless PayPal hasn't said who pays. */
export async function readFreeMonth(
  firestore: Pick<Firestore, 'get'>,
  { id }: PayPalSubscriptionDetails['payer'],
): Promise<Result<FreeMonth | null, FirestoreFailure>> {
  if (id === '') return succeed(null)
  const path = await createPath(id)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const known = freeMonthSchema.safeParse(stored.value?.fields ?? {}).data ?? nothingKnown
  return succeed({ path, updateTime: stored.value?.updateTime ?? null, ...known })
}

/** For the commit in which the payer takes the free month. */
export const createFreeMonthWrites = (known: FreeMonth | null, takenAt: Date) =>
  createWrites(known, { takenAt }, takenAt)

/** For the commit that records the payment. */
export const createFirstPaymentWrites = async (
  known: FreeMonth | null,
  payment: PayPalPaymentTime,
  paidUntil: Date,
) =>
  createWrites(
    known,
    { firstPayment: await chooseFirst(known, payment), deletedAt: null },
    paidUntil,
  )

/** For the deletion of the payer's account. `payment`: one of the deleted subscription. */
export const createDeletionWrites = async (
  known: FreeMonth | null,
  payment: PayPalPaymentTime,
  deletedAt: Date,
) => createWrites(known, { firstPayment: await chooseFirst(known, payment), deletedAt }, deletedAt)

/** The writes fail with `conflict` if the record has changed meanwhile. */
function createWrites(known: FreeMonth | null, changes: Fields, at: Date): readonly Write[] {
  if (!known) return []
  const { path: set, updateTime, expiresAt } = known
  const unchanged = updateTime ? { ifUpdatedAt: updateTime } : { ifExists: false }
  const fields = { ...changes, expiresAt: getLater(expiresAt, getNextOfferAt(at)) }
  return [{ set, fields, merge: true, ...unchanged }]
}

const getLater = (one: Date | null, other: Date) => (one && one > other ? one : other)

const chooseFirst = async (
  known: FreeMonth | null,
  { provider: payPalSubscription, at }: PayPalPaymentTime,
) =>
  known?.firstPayment && known.firstPayment.at <= at
    ? known.firstPayment
    : { subscription: await hashPaidSubscription(payPalSubscription), at }
