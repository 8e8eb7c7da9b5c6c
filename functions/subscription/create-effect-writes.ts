/** The outbox items that a transition requires, for the commit that stores it. */
import { getGiftEnd } from '../../src/domain/subscription/gift-time.ts'
import { getAnnouncedBillingAt } from '../../src/domain/subscription/next-billing.ts'
import {
  createOutboxItem,
  getGiftTimePath,
  getReconcilePath,
} from '../../src/domain/subscription/outbox-item.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import type { Write } from '../adapters/firestore.ts'
import { createReplacedWrite } from './create-replaced-write.ts'
import { createSurplusWrite } from './create-surplus-write.ts'

export const countEffects = ({ emails, giftEmails = [], usedGifts = [], ...effects }: Transition) =>
  emails.length +
  giftEmails.length +
  usedGifts.length +
  (effects.refundPaymentOf ? 1 : 0) +
  (effects.surplus ? 1 : 0) +
  (effects.replaced ? 1 : 0)

/** Each effect as an item of the outbox. */
export function createEffectWrites(
  uid: string,
  {
    record,
    emails,
    giftEmails = [],
    usedGifts = [],
    refundPaymentOf,
    surplus,
    replaced = null,
  }: Transition,
  at: Date,
): Write[] {
  const currentSubscription = record.subscription
  const giftEnd = getGiftEnd(record, at)
  const items = [
    ...emails.flatMap((template) =>
      currentSubscription
        ? [
            createOutboxItem(
              { kind: 'email', template, uid, about: currentSubscription, giftEnd },
              at,
            ),
          ]
        : [],
    ),
    ...giftEmails.map((template) => {
      const billingAt = currentSubscription && getAnnouncedBillingAt(currentSubscription, at)
      return createOutboxItem({ kind: 'giftTimeEmail', template, uid, giftEnd, billingAt }, at)
    }),
    ...(refundPaymentOf
      ? [
          createOutboxItem(
            {
              kind: 'refund',
              uid,
              provider: refundPaymentOf.provider,
              paymentAt: refundPaymentOf.at,
            },
            at,
          ),
        ]
      : []),
  ]
  return [
    ...items.map((fields) => ({
      set: `outbox/${crypto.randomUUID()}`,
      fields,
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

/** The outbox has an item until PayPal is known to be in the desired state. */
export function createReconcileWrites(
  uid: string,
  before: SubscriptionRecord | null,
  { record }: Transition,
  at: Date,
): Write[] {
  const path = getReconcilePath(uid)
  if (!record.isReconciled)
    return [{ set: path, fields: createOutboxItem({ kind: 'reconcile', uid }, at) }]
  return before && !before.isReconciled ? [{ remove: path }] : []
}
