/** The outbox items that a transition requires, for the commit that stores it. */
import {
  createOutboxItem,
  getGiftTimePath,
  getReconcilePath,
} from '../../src/domain/subscription/outbox-item.ts'
import { describeOutlook } from '../../src/domain/subscription/outlook.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import type { Write } from '../adapters/firestore.ts'
import { createReplacedWrite } from './create-replaced-write.ts'
import { createSurplusWrite } from './create-surplus-write.ts'

export const countEffects = ({ replaced, surplus, ...effects }: Transition) =>
  effects.emails.length +
  effects.giftEmails.length +
  effects.usedGifts.length +
  effects.refunds.length +
  effects.settlements.length +
  (surplus ? 1 : 0) +
  (replaced ? 1 : 0)

/** Each effect as an item of the outbox. Settlements are in functions/referral/payment-effects.ts. */
export function createEffectWrites(
  uid: string,
  { record, emails, giftEmails, usedGifts, refunds, surplus, replaced }: Transition,
  at: Date,
): Write[] {
  const about = record.subscription
  const outlook = emails.length + giftEmails.length > 0 ? describeOutlook(record, at) : null
  const items = [
    ...(about ? emails : []).map((template) => ({ kind: 'email', template, uid, about, outlook })),
    ...giftEmails.map((template) => ({ kind: 'giftTimeEmail', template, uid, outlook })),
    ...refunds.map(({ provider, at: paymentAt }) => ({ kind: 'refund', uid, provider, paymentAt })),
  ]
  return [
    ...items.map((effect) => ({
      set: `outbox/${crypto.randomUUID()}`,
      fields: createOutboxItem(effect as Parameters<typeof createOutboxItem>[0], at),
      ifExists: false,
    })),
    ...usedGifts.map((gift) => ({
      set: getGiftTimePath(gift),
      fields: createOutboxItem({ kind: 'giftTime', gift }, at),
    })),
    ...(surplus ? [createSurplusWrite({ uid, ...surplus }, at)] : []),
    ...(replaced ? [createReplacedWrite(uid, replaced, at)] : []),
  ]
}

export const createReconcileWrite = (uid: string, at: Date): Write => ({
  set: getReconcilePath(uid),
  fields: createOutboxItem({ kind: 'reconcile', uid }, at),
})

/** The outbox has an item until PayPal is known to be in the desired state. */
export function createReconcileWrites(
  uid: string,
  before: SubscriptionRecord | null,
  { record }: Transition,
  at: Date,
): Write[] {
  if (!record.isReconciled) return [createReconcileWrite(uid, at)]
  return before && !before.isReconciled ? [{ remove: getReconcilePath(uid) }] : []
}
