/** When a reader is billed next, and when they are told of it: once for each yearly billing. */
import { plans } from './plan.ts'
import type { Subscription } from './subscription.ts'

const day = 24 * 60 * 60 * 1000

/** How long before a yearly billing its reader is told, in milliseconds. */
export const reminderLead = 14 * day

/** Whoever was told of a billing within so long before it need not be told again. */
const reminderCounts = 30 * day

/** As far as we know: the provider has the last word. Null for whoever is not going to be billed. */
export function nextBillingAt(subscription: Subscription): Date | null {
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

/** Null for whoever pays by the month, and for whoever has been told. */
export function reminderDueAt(subscription: Subscription): Date | null {
  const billing = nextBillingAt(subscription)
  if (!billing || plans[subscription.plan].period !== 'year') return null
  const { remindedAt } = subscription
  const isTold = remindedAt && billing.getTime() - remindedAt.getTime() <= reminderCounts
  return isTold ? null : new Date(billing.getTime() - reminderLead)
}
