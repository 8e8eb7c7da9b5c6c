/** A subscription in each of its states at one instant, and the outcome of events. */
import type { z } from 'zod'
import { getDueAt } from '../desired-status.ts'
import type { ProviderSubscription } from '../provider-subscription.ts'
import {
  type SubscriptionRecord,
  subscriptionRecordSchema,
  type subscriptionSchema,
} from '../subscription.ts'
import type { SubscriptionEvent } from '../subscription-event.ts'
import { transition } from '../transition.ts'

export const now = new Date('2026-11-20T12:00:00Z')
const day = 24 * 60 * 60 * 1000
export const daysFromNow = (days: number) => new Date(now.getTime() + days * day)

const baseFields = {
  plan: 'monthly_13',
  provider: 'I-1',
  paidThrough: daysFromNow(10),
} as const
export type Input = z.input<typeof subscriptionSchema>
export const states = {
  active: {
    state: 'active',
    ...baseFields,
    lastPaymentAt: daysFromNow(-20),
    seenPaymentAt: daysFromNow(-20),
  },
  held: {
    state: 'active',
    ...baseFields,
    offerAcceptedAt: daysFromNow(-1),
    heldUntil: daysFromNow(40),
  },
  ending: { state: 'ending', ...baseFields, stoppedAt: daysFromNow(-2) },
  final: { state: 'ending', ...baseFields, stoppedAt: daysFromNow(-2), isFinal: true },
  paused: {
    state: 'paused',
    ...baseFields,
    stoppedAt: daysFromNow(-2),
    resumesAt: daysFromNow(40),
  },
  failed: {
    state: 'paymentFailed',
    ...baseFields,
    paidThrough: daysFromNow(-1),
    failedAt: daysFromNow(-1),
  },
  disputed: { state: 'disputed', ...baseFields, stoppedAt: daysFromNow(-2) },
  ended: { state: 'ended', ...baseFields, stoppedAt: daysFromNow(-30), endedAt: daysFromNow(-20) },
} as const satisfies Record<string, Input>
export type StateName = keyof typeof states
export const stateNames = Object.keys(states) as StateName[]

export const createRecord = (subscription: Input | null, isReconciled = true) => {
  const record = subscriptionRecordSchema.parse({ subscription, isReconciled })
  return { ...record, dueAt: getDueAt(record) }
}

export const createProviderState = (
  changes: Partial<ProviderSubscription> = {},
): ProviderSubscription => ({
  id: 'I-1',
  status: 'ACTIVE',
  nextBillingAt: daysFromNow(10),
  lastPaymentAt: null,
  failedPayments: 0,
  lastFailedAt: null,
  ...changes,
})

export const getOutcomeRecord = (record: SubscriptionRecord, event: SubscriptionEvent) => {
  const result = transition(record, event, now)
  return result.ok ? result.value.record : result.failure
}

export const secondPaidSubscription = createProviderState({
  id: 'I-2',
  lastPaymentAt: daysFromNow(0),
})

/** The new state, or why the event is ignored. */
export function getOutcome(name: StateName | null, event: SubscriptionEvent, isReconciled = true) {
  const result = transition(createRecord(name && states[name], isReconciled), event, now)
  if (!result.ok) return result.failure
  const { record, emails, refundPaymentOf } = result.value
  if (record.dueAt?.getTime() !== getDueAt(record)?.getTime()) {
    throw new Error(`dueAt is ${record.dueAt?.toISOString()}`)
  }
  return {
    ...record.subscription!,
    isReconciled: record.isReconciled,
    emails,
    refundPaymentOf,
  }
}
