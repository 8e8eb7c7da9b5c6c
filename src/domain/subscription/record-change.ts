/** What every change of a record has in common. */
import { type Result, succeed } from '../result.ts'
import { getDesiredStatus, getDueAt } from './desired-status.ts'
import { placeGifts } from './gift-time.ts'
import type { GiftTimeEmail, SurplusReason } from './outbox-item.ts'
import { isSameBilling } from './plan-change.ts'
import type { NextState } from './reader-transitions.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { Transition } from './subscription-event.ts'

type RecordChange = Partial<NextState> & {
  readonly change?: Partial<SubscriptionRecord>
  readonly giftEmails?: readonly GiftTimeEmail[]
}

/** Places the gifts anew, and derives from the new state whether the provider has to be updated. */
export function createTransition(
  before: SubscriptionRecord,
  {
    change,
    subscription,
    emails = [],
    isReconciled,
    refundPaymentOf = null,
    giftEmails,
  }: RecordChange,
  now: Date,
): Result<Transition, never> {
  const changed = { ...before, ...change, ...(subscription ? { subscription } : {}) }
  const record = placeGifts(changed, now)
  const desiredStatus = getDesiredStatus(record.subscription)
  const isStillReconciled =
    before.isReconciled && isSameBilling(record.subscription, before.subscription)
  // What the provider has was compared with the state before the gifts were placed.
  const isCompared = isSameBilling(record.subscription, changed.subscription)
  const usedGifts = changed.gifts.filter((gift) => !record.gifts.some(({ id }) => id === gift.id))
  const next = {
    ...record,
    isReconciled:
      (isCompared ? isReconciled : undefined) ?? (desiredStatus === null || isStillReconciled),
  }
  return succeed({
    record: { ...next, dueAt: getDueAt(next) },
    emails,
    refundPaymentOf,
    surplus: null,
    ...(giftEmails ? { giftEmails } : {}),
    ...(usedGifts.length > 0 ? { usedGifts: usedGifts.map(({ id }) => id) } : {}),
  })
}

export const createSurplusTransition = (
  record: SubscriptionRecord,
  provider: string,
  reason: SurplusReason,
) => succeed({ record, emails: [], refundPaymentOf: null, surplus: { provider, reason } })
