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
import type { PayPalSubscription } from '../platform/adapters/paypal.ts'
import { hashParts } from '../platform/hash-parts.ts'

const optionalDate = z.date().nullable().catch(null)

const freeMonthSchema = z.object({
  takenAt: optionalDate,
  deletedAt: optionalDate,
  firstPayment: z.object({ subscription: z.string(), at: z.date() }).nullable().catch(null),
  expiresAt: optionalDate,
})

type Fields = Extract<Write, { readonly set: string }>['fields']

type Payment = { readonly provider: string; readonly at: Date }

/** The writes fail with `conflict` if the record has changed meanwhile. */
export type FreeMonth = {
  /** Null if the payer hasn't taken one, as far as anybody still knows. */
  readonly takenAt: Date | null
  /** When an account with a subscription was deleted; null if the payer has paid since. */
  readonly deletedAt: Date | null
  /** `subscription`: its hash. Null if nobody knows of a payment. */
  readonly firstPayment: { readonly subscription: string; readonly at: Date } | null
  readonly createWrites: (at: Date) => readonly Write[]
  /** For the commit that records the payment. */
  readonly createPaymentWrites: (payment: Payment, paidUntil: Date) => Promise<readonly Write[]>
  /** For the deletion of the payer's account. `payment`: one of the deleted subscription. */
  readonly createDeletionWrites: (payment: Payment, deletedAt: Date) => Promise<readonly Write[]>
}

const createPath = async (payer: string) => `freeMonths/${await hashParts('freeMonth', payer)}`

/** A subscription, in the record of its payer. */
export const hashPaidSubscription = (provider: string) => hashParts('paidSubscription', provider)

const getLater = (one: Date | null, other: Date) => (one && one > other ? one : other)

const unknownPayer: FreeMonth = {
  takenAt: null,
  deletedAt: null,
  firstPayment: null,
  createWrites: () => [],
  createPaymentWrites: async () => [],
  createDeletionWrites: async () => [],
}

/** Costs a database read, unless PayPal hasn't said who pays. */
export async function readFreeMonth(
  firestore: Pick<Firestore, 'get'>,
  { id }: PayPalSubscription['payer'],
): Promise<Result<FreeMonth, FirestoreFailure>> {
  if (id === '') return succeed(unknownPayer)
  const path = await createPath(id)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const unchanged = stored.value ? { ifUpdatedAt: stored.value.updateTime } : { ifExists: false }
  const known = freeMonthSchema.safeParse(stored.value?.fields ?? {}).data
  const firstPayment = known?.firstPayment ?? null
  const write = (fields: Fields, at: Date): readonly Write[] => [
    {
      set: path,
      fields: { ...fields, expiresAt: getLater(known?.expiresAt ?? null, getNextOfferAt(at)) },
      merge: true,
      ...unchanged,
    },
  ]
  const chooseFirst = async ({ provider, at }: Payment) =>
    firstPayment && firstPayment.at <= at
      ? firstPayment
      : { subscription: await hashPaidSubscription(provider), at }
  return succeed({
    takenAt: known?.takenAt ?? null,
    deletedAt: known?.deletedAt ?? null,
    firstPayment,
    createWrites: (takenAt) => write({ takenAt }, takenAt),
    createPaymentWrites: async (payment, paidUntil) =>
      write({ firstPayment: await chooseFirst(payment), deletedAt: null }, paidUntil),
    createDeletionWrites: async (payment, deletedAt) =>
      write({ firstPayment: await chooseFirst(payment), deletedAt }, deletedAt),
  })
}
