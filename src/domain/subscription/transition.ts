/**
 * The next state of a subscription after an event, and the effects to store with it. A pure function. Any
 * number of syncs may compare the provider with the desired status (`getDesiredStatus`), late or after an
 * interruption: the outcome is the same.
 */

import { fail, type Result, succeed } from '../result.ts'
import { canBeReplaced, getDesiredStatus, getDueAt } from './desired-status.ts'
import type { SurplusReason } from './outbox-item.ts'
import {
  applyProviderState,
  applyReversal,
  isSamePayment,
  startSubscription,
} from './provider-transitions.ts'
import { applyReaderRequest, applyTimePassed, type NextState, retry } from './reader-transitions.ts'
import {
  type FormerAccess,
  getAccessEnd,
  noSubscription,
  type SubscriptionRecord,
} from './subscription.ts'
import type {
  IgnoredReason,
  ReversalEvent,
  SubscriptionEvent,
  Transition,
} from './subscription-event.ts'
import { isTrialAvailable } from './trial.ts'

/** `now` must not decrease between calls. */
export function transition(
  stored: SubscriptionRecord | null,
  event: SubscriptionEvent,
  now: Date,
): Result<Transition, IgnoredReason> {
  const record = stored ?? noSubscription
  const { subscription } = record

  switch (event.kind) {
    case 'grant':
      return succeed({
        record: { ...record, complimentaryUntil: event.until },
        emails: [],
        refundPaymentOf: null,
        surplus: null,
      })
    case 'providerSynced': {
      const { providerState, plan, trialEndsAt = null, isNew = false } = event
      if (subscription?.provider === providerState.id) {
        return createTransition(
          record,
          applyProviderState({ ...record, subscription }, providerState, now),
        )
      }
      const isActive = providerState.status === 'ACTIVE'
      const isPaid = providerState.lastPaymentAt !== null
      if (!isActive && !(isNew && isPaid)) return fail(isNew ? 'unpaid' : 'stale')
      if (!plan) return fail('foreign')
      if (!canBeReplaced(subscription))
        return createSurplusTransition(record, providerState.id, 'alreadySubscribed')
      if (event.isRefused)
        return createSurplusTransition(record, providerState.id, 'studentAddressInUse')
      // PayPal activates a subscription before it takes the first payment, which may still fail.
      if (!isPaid) {
        if (!trialEndsAt || trialEndsAt <= now) return fail('unpaid')
        if (!isTrialAvailable(record))
          return createSurplusTransition(record, providerState.id, 'trialUsed')
      }
      if (!record.isReconciled) return fail('unfinished')
      return createTransition(
        preserveAccess(record),
        startSubscription(providerState, { plan, trialEndsAt }, now),
      )
    }
    case 'refunded':
    case 'disputed':
    case 'disputeWon':
      if (subscription?.provider !== event.provider) return applyFormerReversal(record, event)
      return createTransition(record, applyReversal(subscription, event, now) ?? 'stale')
    case 'retryPayment':
    case 'retryDeclined':
      return createTransition(
        record,
        (subscription && retry(subscription, event, now)) ?? 'notPossible',
      )
    case 'timePassed':
      return createTransition(
        record,
        (subscription && applyTimePassed(subscription, now)) ?? 'stale',
      )
    case 'cancel':
    case 'endNow':
    case 'pause':
    case 'acceptOffer':
    case 'reactivate':
      return createTransition(
        record,
        (subscription && applyReaderRequest(subscription, event, now)) ?? 'notPossible',
      )
  }
}

const createSurplusTransition = (
  record: SubscriptionRecord,
  provider: string,
  reason: SurplusReason,
) => succeed({ record, emails: [], refundPaymentOf: null, surplus: { provider, reason } })

/** Keeps the remaining access of a cancelled subscription when a new one replaces it. */
export function preserveAccess(record: SubscriptionRecord): SubscriptionRecord {
  const { subscription, formerAccess } = record
  if (subscription?.state !== 'ending') return record
  const { provider, lastPaymentAt } = subscription
  const until = getAccessEnd(subscription)
  const preservedAccess = { provider, until, lastPaymentAt, isDisputed: false }
  return { ...record, formerAccess: pickLaterAccess(preservedAccess, formerAccess) }
}

export const pickLaterAccess = (one: FormerAccess | null, other: FormerAccess | null) =>
  one && other ? (other.until > one.until ? other : one) : (one ?? other)

/** Handles refunds and disputes of a subscription that was replaced. */
function applyFormerReversal(
  record: SubscriptionRecord,
  event: ReversalEvent,
): Result<Transition, IgnoredReason> {
  const { formerAccess: former } = record
  if (former?.provider !== event.provider) return fail('foreign')
  switch (event.kind) {
    case 'refunded':
      return isSamePayment(former.lastPaymentAt, event.paymentAt)
        ? createFormerTransition(record, null)
        : fail('stale')
    case 'disputed':
      return createFormerTransition(record, { ...former, isDisputed: true })
    case 'disputeWon':
      return createFormerTransition(record, { ...former, isDisputed: false })
  }
}

const createFormerTransition = (record: SubscriptionRecord, formerAccess: FormerAccess | null) =>
  succeed({
    record: { ...record, formerAccess },
    emails: [],
    refundPaymentOf: null,
    surplus: null,
  })

/** Derives from the new state whether the provider has to be updated. */
function createTransition(
  record: SubscriptionRecord,
  next: NextState | IgnoredReason,
): Result<Transition, IgnoredReason> {
  if (typeof next === 'string') return fail(next)
  const { subscription, emails = [], isReconciled, refundPaymentOf = null } = next
  const desiredStatus = getDesiredStatus(subscription)
  const isStillReconciled =
    record.isReconciled && desiredStatus === getDesiredStatus(record.subscription)
  return succeed({
    record: {
      ...record,
      subscription,
      isReconciled: isReconciled ?? (desiredStatus === null || isStillReconciled),
      dueAt: getDueAt(subscription),
    },
    emails,
    refundPaymentOf,
    surplus: null,
  })
}
