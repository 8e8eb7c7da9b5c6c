import { plans } from './plan.ts'
import type { Subscription } from './subscription.ts'

const day = 24 * 60 * 60 * 1000

/** Milliseconds before a yearly billing. */
const reminderLeadTime = 14 * day

/** A reminder this long before a billing needn't be repeated. */
const reminderValidity = 30 * day

/** An estimate: the provider decides. Null if no billing is planned. */
export function getNextBillingAt(subscription: Subscription): Date | null {
  switch (subscription.state) {
    case 'active':
      return subscription.heldUntil ?? subscription.paidThrough
    case 'paused':
      return subscription.resumesAt
    case 'ending':
    case 'paymentFailed':
    case 'disputed':
    case 'ended':
      return null
  }
}

/** Null for monthly plans, and after the reminder. */
export function getReminderDueAt(subscription: Subscription): Date | null {
  const nextBilling = getNextBillingAt(subscription)
  if (!nextBilling || plans[subscription.plan].period !== 'year') return null
  const { remindedAt } = subscription
  const isReminded = remindedAt && nextBilling.getTime() - remindedAt.getTime() <= reminderValidity
  return isReminded ? null : new Date(nextBilling.getTime() - reminderLeadTime)
}
