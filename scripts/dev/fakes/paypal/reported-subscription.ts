import type { Subscription } from './subscription-record.ts'

/** PayPal's responses and webhooks can be older than its ledger. */
export function toReported(subscription: Subscription, now: Date): Subscription {
  const { stale } = subscription
  if (!stale || now >= new Date(stale.until)) return subscription
  const { nextBillingAt, cyclesCompleted, lastPayment } = stale
  return { ...subscription, nextBillingAt, cyclesCompleted, lastPayment }
}
