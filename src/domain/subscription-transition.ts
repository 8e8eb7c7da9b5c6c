/**
 * What happens to a subscription: one function from what is kept and what happened to what is kept
 * next, and what is owed for it. It runs nothing and asks nobody.
 *
 * What the provider has to do is not a list of commands but a state that we want it to be in, which
 * follows from ours alone (`wantedAtProvider`). Whoever finds a record that is not aligned asks the
 * provider, brings it there, and notes it: done twice, late, or after dying half-way, it comes to
 * the same.
 */

import type { SurplusReason } from './owed.ts'
import { begun, isSamePayment, money, observed } from './provider-word.ts'
import { fail, type Result, succeed } from './result.ts'
import {
  accessEndsAt,
  type FormerAccess,
  noSubscription,
  type SubscriptionRecord,
} from './subscription.ts'
import { type Next, request, retry, timePassed } from './subscription-course.ts'
import type { Ignored, MoneyEvent, SubscriptionEvent, Transition } from './subscription-event.ts'
import { dueAt, isOver, wantedAtProvider } from './wanted-and-due.ts'

/** `now` is the instant of the event's handling; of two calls the later has the later one. */
export function transition(
  stored: SubscriptionRecord | null,
  event: SubscriptionEvent,
  now: Date,
): Result<Transition, Ignored> {
  const record = stored ?? noSubscription
  const { subscription } = record

  switch (event.kind) {
    case 'grant':
      return succeed({
        record: { ...record, complimentaryUntil: event.until },
        letters: [],
        refundPaymentOf: null,
        surplus: null,
      })
    case 'observed': {
      const { seen, plan, isTrial = false, isNew = false } = event
      if (subscription?.provider === seen.id) {
        return settle(record, observed({ ...record, subscription }, seen, now))
      }
      const isActive = seen.status === 'ACTIVE'
      const isPaid = seen.lastPaymentAt !== null
      if (!isActive && !(isNew && isPaid)) return fail(isNew ? 'unpaid' : 'stale')
      if (!plan) return fail('foreign')
      if (!isOver(subscription)) return refuse(record, seen.id, 'alreadySubscribed')
      if (event.isRefused) return refuse(record, seen.id, 'studentAddressInUse')
      // PayPal activates a subscription before it takes the first payment, which may still fail.
      if (!isPaid && !isTrial) return fail('unpaid')
      if (!record.isAligned) return fail('unfinished')
      return settle(keepAccess(record), begun(seen, plan, now))
    }
    case 'refunded':
    case 'disputed':
    case 'disputeWon':
      if (subscription?.provider !== event.provider) return formerMoney(record, event)
      return settle(record, money(subscription, event, now) ?? 'stale')
    case 'retryPayment':
    case 'retryDeclined':
      return settle(record, (subscription && retry(subscription, event, now)) ?? 'notPossible')
    case 'timePassed':
      return settle(record, (subscription && timePassed(subscription, now)) ?? 'stale')
    case 'cancel':
    case 'endNow':
    case 'pause':
    case 'takeOffer':
    case 'reactivate':
      return settle(record, (subscription && request(subscription, event, now)) ?? 'notPossible')
  }
}

const refuse = (record: SubscriptionRecord, provider: string, reason: SurplusReason) =>
  succeed({ record, letters: [], refundPaymentOf: null, surplus: { provider, reason } })

/**
 * What was paid for or given with a cancelled subscription lasts to its end beside the new one. One that
 * has ended leaves nothing: its time is over, or its money went back.
 */
export function keepAccess(record: SubscriptionRecord): SubscriptionRecord {
  const { subscription, formerAccess } = record
  if (subscription?.state !== 'ending') return record
  const { provider, lastPaymentAt } = subscription
  const until = accessEndsAt(subscription)
  const kept = { provider, until, lastPaymentAt, isDisputed: false }
  return { ...record, formerAccess: laterAccess(kept, formerAccess) }
}

export const laterAccess = (one: FormerAccess | null, other: FormerAccess | null) =>
  one && other ? (other.until > one.until ? other : one) : (one ?? other)

/** The money of a subscription that another one has replaced goes back, or may. */
function formerMoney(record: SubscriptionRecord, event: MoneyEvent): Result<Transition, Ignored> {
  const { formerAccess: former } = record
  if (former?.provider !== event.provider) return fail('foreign')
  switch (event.kind) {
    case 'refunded':
      return isSamePayment(former.lastPaymentAt, event.paymentAt)
        ? settleFormer(record, null)
        : fail('stale')
    case 'disputed':
      return settleFormer(record, { ...former, isDisputed: true })
    case 'disputeWon':
      return settleFormer(record, { ...former, isDisputed: false })
  }
}

const settleFormer = (record: SubscriptionRecord, formerAccess: FormerAccess | null) =>
  succeed({
    record: { ...record, formerAccess },
    letters: [],
    refundPaymentOf: null,
    surplus: null,
  })

/** Makes a record of what comes next: what is owed to the provider follows from it. */
function settle(record: SubscriptionRecord, next: Next | Ignored): Result<Transition, Ignored> {
  if (typeof next === 'string') return fail(next)
  const { subscription, letters = [], isAligned, refundPaymentOf = null } = next
  const wanted = wantedAtProvider(subscription)
  const isAsBefore = record.isAligned && wanted === wantedAtProvider(record.subscription)
  return succeed({
    record: {
      ...record,
      subscription,
      isAligned: isAligned ?? (wanted === null || isAsBefore),
      dueAt: dueAt(subscription),
    },
    letters,
    refundPaymentOf,
    surplus: null,
  })
}
