/**
 * `freeMonths/{hash of PayPal's payer id}` stores when somebody who pays with this PayPal account last took the free
 * month, what they paid for first, and which automatic refunds they got. An account has a record of its automatic
 * refunds too. The record outlives the reader's account, so that a new account gets neither another free month nor a
 * credit for its referrer. The retention job removes it twelve months after the free month, the deletion, an automatic
 * refund or the end of the paid time, whichever is last.
 */
import { z } from 'zod'
import { type Result, succeed } from '../../src/domain/result.ts'
import { getNextRetentionOfferAt } from '../../src/domain/subscription/reader-transitions.ts'
import { transition } from '../../src/domain/subscription/transition.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import { hashParts } from '../platform/hash-parts.ts'
import {
  type ChangeFailure,
  type ChangeResult,
  changeSubscription,
  commitChange,
  decideChange,
} from './change-subscription.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

const optionalDate = z.date().nullable().catch(null)

const freeMonthSchema = z.object({
  takenAt: optionalDate,
  deletedAt: optionalDate,
  firstPayment: z.object({ subscription: z.string(), at: z.date() }).nullable().catch(null),
  refunds: z.array(z.object({ subscription: z.string(), at: z.date() })).catch([]),
  expiresAt: optionalDate,
})

const nothingKnown = freeMonthSchema.parse({})

/**
 * A payer's record as it was read, with what is known: when they took a free month, when an account with a subscription
 * was deleted (unless the payer has paid since), their first payment, and the automatic refunds, with hashes of their
 * subscriptions.
 */
export type FreeMonth = z.infer<typeof freeMonthSchema> & {
  readonly path: string
  /** Null if there is no record yet. */
  readonly updateTime: string | null
}

/** Hashes a subscription's id for its payer's record. */
export const hashPaidSubscription = (payPalSubscription: string) =>
  hashParts('paidSubscription', payPalSubscription)

/** Costs a database read, unless PayPal hasn't named a payer. */
export async function readFreeMonth(
  firestore: Pick<Firestore, 'get'>,
  { id }: Pick<PayPalSubscriptionDetails['payer'], 'id'>,
): Promise<Result<FreeMonth | null, FirestoreFailure>> {
  if (id === '') return succeed(null)
  const path = `freeMonths/${await hashParts('freeMonth', id)}`
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const known = freeMonthSchema.safeParse(stored.value?.fields ?? {}).data ?? nothingKnown
  return succeed({ path, updateTime: stored.value?.updateTime ?? null, ...known })
}

/**
 * Creates writes for the commit in which the payer takes the free month or pays, or for the time after their account's
 * deletion. Keeps the record for at least a year after `at`. The writes fail with `conflict` if it has changed.
 */
export function createFreeMonthWrites(
  known: FreeMonth | null,
  changes: Partial<Pick<FreeMonth, 'takenAt' | 'deletedAt' | 'firstPayment' | 'refunds'>>,
  at: Date,
): readonly Write[] {
  if (!known) return []
  const { path: set, updateTime, expiresAt } = known
  const unchanged = updateTime ? { ifUpdatedAt: updateTime } : { ifExists: false }
  const offerAt = getNextRetentionOfferAt(at)
  const fields = { ...changes, expiresAt: expiresAt && expiresAt > offerAt ? expiresAt : offerAt }
  return [{ set, fields, merge: true, ...unchanged }]
}

/** Returns the payer's first payment: the known one if it was earlier, and otherwise this one. */
export const findFirstPayment = async (
  known: FreeMonth | null,
  { provider: payPalSubscription, at }: { readonly provider: string; readonly at: Date },
): Promise<FreeMonth['firstPayment']> =>
  known?.firstPayment && known.firstPayment.at <= at
    ? known.firstPayment
    : { subscription: await hashPaidSubscription(payPalSubscription), at }

/**
 * Requests the payer from PayPal, unless the offer isn't available. The offer is granted once in twelve months per
 * account and per payer, even if both request it at the same time.
 */
export const acceptRetentionOffer = (
  { firestore, paypal, now }: SubscriptionDeps,
  uid: string,
): Promise<Result<ChangeResult, ChangeFailure>> =>
  changeSubscription(firestore, uid, { by: 'reader' }, async (loaded) => {
    const { record } = loaded
    const isPossible = transition(record, { kind: 'acceptOffer' }, now()).ok
    const found =
      isPossible && record?.subscription ? await paypal.find(record.subscription.provider) : null
    if (found && !found.ok) return found
    const known = found ? await readFreeMonth(firestore, found.value.payer) : succeed(null)
    if (!known.ok) return known
    const event = { kind: 'acceptOffer', takenAt: known.value?.takenAt ?? null } as const
    const decision = decideChange(loaded, event, now())
    const writes = createFreeMonthWrites(known.value, { takenAt: decision.at }, decision.at)
    return commitChange(firestore, decision, writes)
  })
