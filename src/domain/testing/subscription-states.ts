/** For tests: a subscription in each of its states, as of one instant, and what an event makes of it. */
import type { z } from 'zod'
import type { ProviderSubscription } from '../provider-subscription.ts'
import {
  type SubscriptionRecord,
  subscriptionRecordSchema,
  type subscriptionSchema,
} from '../subscription.ts'
import type { SubscriptionEvent } from '../subscription-event.ts'
import { transition } from '../subscription-transition.ts'
import { dueAt } from '../wanted-and-due.ts'

export const now = new Date('2026-11-20T12:00:00Z')
export const day = 24 * 60 * 60 * 1000
export const at = (days: number) => new Date(now.getTime() + days * day)

export const own = { plan: 'monthly_13', provider: 'I-1', paidThrough: at(10) } as const
export type Input = z.input<typeof subscriptionSchema>
export const states = {
  active: { state: 'active', ...own, lastPaymentAt: at(-20), seenPaymentAt: at(-20) },
  held: { state: 'active', ...own, offerTakenAt: at(-1), heldUntil: at(40) },
  ending: { state: 'ending', ...own, stoppedAt: at(-2) },
  final: { state: 'ending', ...own, stoppedAt: at(-2), isFinal: true },
  paused: { state: 'paused', ...own, stoppedAt: at(-2), resumesAt: at(40) },
  failed: { state: 'paymentFailed', ...own, paidThrough: at(-1), failedAt: at(-1) },
  disputed: { state: 'disputed', ...own, stoppedAt: at(-2) },
  ended: { state: 'ended', ...own, stoppedAt: at(-30), endedAt: at(-20) },
} as const satisfies Record<string, Input>
export type StateName = keyof typeof states
export const names = Object.keys(states) as StateName[]

export const recordOf = (subscription: Input | null, isAligned = true) => {
  const record = subscriptionRecordSchema.parse({ subscription, isAligned })
  return { ...record, dueAt: dueAt(record.subscription) }
}

export const seen = (changes: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'I-1',
  status: 'ACTIVE',
  nextBillingAt: at(10),
  lastPaymentAt: null,
  failedPayments: 0,
  lastFailedAt: null,
  ...changes,
})

export const outcomeOf = (record: SubscriptionRecord, event: SubscriptionEvent) => {
  const result = transition(record, event, now)
  return result.ok ? result.value.record : result.failure
}

/** A second subscription, with its first payment. */
export const paid = seen({ id: 'I-2', lastPaymentAt: at(0) })

/** The state that an event leads to, or why it is ignored. */
export function outcome(name: StateName | null, event: SubscriptionEvent, isAligned = true) {
  const result = transition(recordOf(name && states[name], isAligned), event, now)
  if (!result.ok) return result.failure
  const { record, letters, refundPaymentOf } = result.value
  // Whatever happens, the record says when time alone will change it.
  if (record.dueAt?.getTime() !== dueAt(record.subscription)?.getTime()) {
    throw new Error(`dueAt is ${record.dueAt?.toISOString()}`)
  }
  return { ...record.subscription!, isAligned: record.isAligned, letters, refundPaymentOf }
}
