import { plans } from './plan.ts'
import type { Subscription } from './subscription.ts'

const day = 24 * 60 * 60 * 1000

/** Milliseconds before a yearly billing. */
const reminderLeadTime = 14 * day

/** Milliseconds before billing resumes after a gift, whatever the plan. */
const giftReminderLeadTime = 7 * day

/** A reminder this long before a billing needn't be repeated. */
const reminderValidity = 30 * day

/** An estimate: the provider decides. Null if no billing is planned. */
export function getNextBillingAt(subscription: Subscription): Date | null {
  const { heldUntil, giftHold, paidThrough } = subscription
  switch (subscription.state) {
    case 'active':
      return pickLater(giftHold?.until, heldUntil) ?? paidThrough
    case 'paused':
      return pickLater(giftHold?.until, subscription.resumesAt)
    case 'ending':
    case 'paymentFailed':
    case 'disputed':
    case 'ended':
      return null
  }
}

/**
 * The day to tell a reader. Billing that was held beyond the paid period, and is held no longer, is due at
 * once.
 */
export function getAnnouncedBillingAt(subscription: Subscription, now: Date): Date | null {
  const billingAt = getNextBillingAt(subscription)
  return billingAt && billingAt < now ? now : billingAt
}

const pickLater = (one: Date | undefined, other: Date | null) =>
  one && (!other || one > other) ? one : other

/** Null for monthly plans, unless a gift holds their billing, and after the reminder. */
export function getReminderDueAt(subscription: Subscription): Date | null {
  const nextBilling = getNextBillingAt(subscription)
  const isYearly = plans[subscription.plan].period === 'year'
  if (!nextBilling || !(isYearly || subscription.giftHold)) return null
  const { remindedAt } = subscription
  const isReminded = remindedAt && nextBilling.getTime() - remindedAt.getTime() <= reminderValidity
  const leadTime = subscription.giftHold ? giftReminderLeadTime : reminderLeadTime
  return isReminded ? null : new Date(nextBilling.getTime() - leadTime)
}
