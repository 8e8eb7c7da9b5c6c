/** Creates outbox items, for the commit that stores their cause. */

import {
  createOutboxItem,
  getDeletionPath,
  getGiftTimePath,
  getReconcilePath,
  getReplacedPath,
  getSurplusPath,
  type OutboxEffect,
} from '../../src/domain/outbox/outbox-item.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { describeOutlook } from '../../src/domain/subscription/outlook.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import { deletedAccountUid } from './owner-ids.ts'

/** `until` is the time until which the item has to wait although nothing has failed. */
export type ItemFailure = { readonly kind: string; readonly until?: Date | undefined }

/** The writes for the commit that removes an item, or the reason why it has to run again. */
export type ItemOutcome = Result<readonly Write[], ItemFailure>

export const nothingLeft: ItemOutcome = succeed([])

/** Replaces an item with the same path. The item doesn't run before `dueAt`. */
export const createOutboxWrite = (path: string, effect: OutboxEffect, at: Date, dueAt?: Date) => ({
  set: path,
  fields: createOutboxItem(effect, at, dueAt),
})

/** Adds an item even if an identical one exists. */
export const createNewOutboxWrite = (effect: OutboxEffect, at: Date, dueAt?: Date) => ({
  ...createOutboxWrite(`outbox/${crypto.randomUUID()}`, effect, at, dueAt),
  ifExists: false,
})

export const createReconcileWrite = (uid: string, at: Date) =>
  createOutboxWrite(getReconcilePath(uid), { kind: 'reconcile', uid }, at)

export const createDeletionWrite = (uid: string, at: Date) =>
  createOutboxWrite(getDeletionPath(uid), { kind: 'deletion', reader: uid }, at)

/** Cancels a replaced subscription at PayPal, and refunds what PayPal collects for it later. */
export const createReplacedWrite = (
  uid: string,
  replaced: NonNullable<Transition['replaced']>,
  at: Date,
) =>
  createOutboxWrite(
    getReplacedPath(replaced.provider, replaced.lastDuePaymentAt),
    { kind: 'replaced', uid, ...replaced },
    at,
  )

type Surplus = NonNullable<Transition['surplus']> & { readonly uid: string }

/** Cancels each surplus subscription once, however often it's detected. */
export const createSurplusWrite = (surplus: Surplus, at: Date) =>
  createOutboxWrite(getSurplusPath(surplus.provider), { kind: 'surplus', ...surplus }, at)

/** Refunds each payment once, by its id, however often the item runs. */
export async function endSurplus(
  { firestore, now }: { readonly firestore: Firestore; readonly now: () => Date },
  surplus: Surplus,
): Promise<Result<null, FirestoreFailure>> {
  const committed = await firestore.commit([createSurplusWrite(surplus, now())])
  return committed.ok ? succeed(null) : committed
}

export const endDeletedAccountPurchase = (
  deps: Parameters<typeof endSurplus>[0],
  payPalSubscription: string,
) =>
  endSurplus(deps, {
    uid: deletedAccountUid,
    provider: payPalSubscription,
    reason: 'accountDeleted',
  })

/** Creates an outbox item for each effect. Settlements are in functions/subscription/payment-effects.ts. */
export function createEffectWrites(
  uid: string,
  { record, emails, giftEmails, usedGifts, refunds, surplus, replaced }: Transition,
  at: Date,
): Write[] {
  const about = record.subscription
  const outlook = emails.length + giftEmails.length > 0 ? describeOutlook(record, at) : null
  return [
    ...(about ? emails : []).map((template) =>
      createNewOutboxWrite({ kind: 'email', template, uid, about: about!, outlook }, at),
    ),
    ...giftEmails.map((template) =>
      createNewOutboxWrite({ kind: 'giftTimeEmail', template, uid, outlook }, at),
    ),
    ...refunds.map(({ provider: payPalSubscription, at: paymentAt, isUnderpaid }) => {
      const reason = isUnderpaid ? ('underpaid' as const) : null
      return createNewOutboxWrite(
        { kind: 'refund', uid, provider: payPalSubscription, paymentAt, reason },
        at,
      )
    }),
    ...usedGifts.map((gift) =>
      createOutboxWrite(getGiftTimePath(gift), { kind: 'giftTime', gift }, at),
    ),
    ...(surplus ? [createSurplusWrite({ uid, ...surplus }, at)] : []),
    ...(replaced ? [createReplacedWrite(uid, replaced, at)] : []),
  ]
}

/** Keeps an item in the outbox until PayPal is confirmed to be in the desired state. */
export function createReconcileWrites(
  uid: string,
  before: SubscriptionRecord | null,
  { record }: Transition,
  at: Date,
): Write[] {
  if (!record.isReconciled) return [createReconcileWrite(uid, at)]
  return before && !before.isReconciled ? [{ remove: getReconcilePath(uid) }] : []
}
