/** The outbox items that a transition requires, for the commit that stores it. */
import { getGiftTimePath, getReconcilePath } from '../../src/domain/subscription/outbox-item.ts'
import { describeOutlook } from '../../src/domain/subscription/outlook.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import type { Write } from '../adapters/firestore.ts'
import {
  createNewOutboxWrite,
  createOutboxWrite,
  createReconcileWrite,
  createReplacedWrite,
  createSurplusWrite,
} from './outbox-writes.ts'

/** Each effect as an item of the outbox. Settlements are in functions/referral/payment-effects.ts. */
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
    ...refunds.map(({ provider, at: paymentAt }) =>
      createNewOutboxWrite({ kind: 'refund', uid, provider, paymentAt }, at),
    ),
    ...usedGifts.map((gift) =>
      createOutboxWrite(getGiftTimePath(gift), { kind: 'giftTime', gift }, at),
    ),
    ...(surplus ? [createSurplusWrite({ uid, ...surplus }, at)] : []),
    ...(replaced ? [createReplacedWrite(uid, replaced, at)] : []),
  ]
}

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
