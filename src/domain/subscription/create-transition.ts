/** Completes a change to a record: starts or stops the time bank, and adds the effects that follow. */
import { succeed } from '../result.ts'
import { getDesiredStatus, hasDesiredStatus } from './desired-status.ts'
import type { SurplusReason } from './effect-kinds.ts'
import { nextDue } from './next-due.ts'
import type { PayPalStatus } from './paypal-subscription.ts'
import { type Change, placeTime } from './record-change.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { Transition } from './subscription-event.ts'

const listGifts = ({ bank, subscription }: SubscriptionRecord) => {
  const used = subscription?.used.filter(({ state }) => state !== 'returned') ?? []
  const entries = [...bank, ...used]
  return new Set(entries.filter(({ source }) => source === 'gift').map(({ id }) => id))
}

export const hasGift = (record: SubscriptionRecord, gift: string) => listGifts(record).has(gift)

/** `status` is the status at PayPal, if it was just read. */
export function createTransition(
  before: SubscriptionRecord,
  change: Change,
  now: Date,
  status: PayPalStatus | null = null,
): Transition {
  const placed = placeTime(change.record, now)
  const { subscription } = placed
  const isUnchanged =
    getDesiredStatus(before) === getDesiredStatus(placed) &&
    before.subscription?.provider === subscription?.provider
  const isReconciled =
    status && subscription
      ? hasDesiredStatus(placed, status)
      : getDesiredStatus(placed) === null || (before.isReconciled && isUnchanged)
  const record = { ...placed, isReconciled }
  const gifts = listGifts(record)
  return {
    ...withoutEffects(record),
    ...change,
    record: { ...record, dueAt: nextDue(record)?.at ?? null },
    usedGifts: [...listGifts(before)].filter((gift) => !gifts.has(gift)),
  }
}

export const withoutEffects = (record: SubscriptionRecord): Transition => ({
  record,
  emails: [],
  giftEmails: [],
  usedGifts: [],
  refunds: [],
  settlements: [],
  replaced: null,
  surplus: null,
})

export const createSurplusTransition = (
  record: SubscriptionRecord,
  payPalSubscription: string,
  reason: SurplusReason,
) =>
  succeed<Transition>({
    ...withoutEffects(record),
    surplus: { provider: payPalSubscription, reason },
  })
