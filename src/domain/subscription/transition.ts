/**
 * The next state of a subscription after an event, and the effects to store with it. A pure function. Any
 * number of syncs may compare the provider with the desired status (`getDesiredStatus`), late or after an
 * interruption: the outcome is the same.
 */

import type { GiftTimeStatus } from '../gift/gift-transition.ts'
import { fail, type Result, succeed } from '../result.ts'
import { canBeReplaced, getDueAt } from './desired-status.ts'
import { addGift, changeGift, getGiftDueAt, getGiftReminderDueAt, placeGifts } from './gift-time.ts'
import type { GiftTimeEmail } from './outbox-item.ts'
import { isSameBilling } from './plan-change.ts'
import { changePlan } from './plan-change-transitions.ts'
import {
  applyProviderState,
  applyReversal,
  isSamePayment,
  startSubscription,
} from './provider-transitions.ts'
import {
  applyReaderRequest,
  applyTimePassed,
  moveToEnded,
  type NextState,
  retry,
} from './reader-transitions.ts'
import { createSurplusTransition, createTransition } from './record-change.ts'
import { endReplaced, replaceCurrent } from './replaced-subscriptions.ts'
import {
  type FormerAccess,
  getAccessEnd,
  maxGifts,
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
  const changeState = (next: NextState | IgnoredReason, before = record) =>
    typeof next === 'string' ? fail(next) : createTransition(before, next, now)

  switch (event.kind) {
    case 'grant':
      return createTransition(record, { change: { complimentaryUntil: event.until } }, now)
    case 'redeemGift':
      return redeemGift(record, event, now)
    case 'giftChanged': {
      const changed = changeGift(record, event.gift, event.status, now)
      if (!changed) return fail('stale')
      const giftEmails = [giftEmailByStatus[event.status]]
      return createTransition(record, { change: changed, giftEmails }, now)
    }
    case 'providerSynced': {
      const { providerState, plan, trialEndsAt = null, isNew = false } = event
      if (subscription?.provider === providerState.id) {
        return changeState(applyProviderState({ ...record, subscription }, providerState, now))
      }
      const replaced = record.replaced.find(({ provider }) => provider === providerState.id)
      if (replaced) return endReplaced(record, replaced, providerState)
      const isActive = providerState.status === 'ACTIVE'
      const isPaid = providerState.lastPaymentAt !== null
      if (!isActive && !(isNew && isPaid)) return fail(isNew ? 'unpaid' : 'stale')
      if (!plan) return fail('foreign')
      if (event.planChange)
        return changePlan(record, { ...event, plan, planChange: event.planChange }, now)
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
      const { list, toEnd } = replaceCurrent(record, now)
      const started = changeState(startSubscription(providerState, { plan, trialEndsAt }, now), {
        ...preserveAccess(record),
        replaced: list,
      })
      return started.ok ? succeed({ ...started.value, replaced: toEnd }) : started
    }
    case 'refunded':
    case 'disputed':
    case 'disputeWon':
      if (
        !subscription ||
        (subscription.provider !== event.provider &&
          subscription.previous?.provider !== event.provider)
      ) {
        return applyFormerReversal(record, event, now)
      }
      return changeState(applyReversal(subscription, event, now) ?? 'stale')
    case 'retryPayment':
    case 'retryDeclined':
      return changeState((subscription && retry(subscription, event, now)) ?? 'notPossible')
    case 'timePassed':
      return passTime(record, now)
    case 'cancel':
    case 'endNow':
    case 'pause':
    case 'acceptOffer':
    case 'reactivate':
      return changeState(
        (subscription && applyReaderRequest(subscription, event, now)) ?? 'notPossible',
      )
  }
}

const giftEmailByStatus: Readonly<Record<GiftTimeStatus, GiftTimeEmail>> = {
  valid: 'restored',
  suspended: 'suspended',
  void: 'refunded',
}

function redeemGift(
  record: SubscriptionRecord,
  { gift, months, endFailing }: Extract<SubscriptionEvent, { kind: 'redeemGift' }>,
  now: Date,
): Result<Transition, IgnoredReason> {
  if (record.gifts.some(({ id }) => id === gift)) return fail('stale')
  if (record.gifts.length >= maxGifts) return fail('notPossible')
  const { subscription } = record
  const isFailing = subscription?.state === 'paymentFailed'
  if (isFailing && !endFailing) return fail('notPossible')
  const { gifts } = addGift(record, { id: gift, months }, now)
  return createTransition(
    record,
    {
      ...(isFailing ? { subscription: moveToEnded(subscription, now).subscription } : {}),
      change: { gifts },
      giftEmails: ['redeemed'],
    },
    now,
  )
}

function passTime(record: SubscriptionRecord, now: Date): Result<Transition, IgnoredReason> {
  const next = record.subscription && applyTimePassed(record.subscription, now)
  const giftDueAt = getGiftDueAt(record)
  if (!next && !(giftDueAt && giftDueAt <= now)) return fail('stale')
  const passed = createTransition(record, next ?? {}, now)
  if (!passed.ok) return passed
  const reminderDueAt = getGiftReminderDueAt(passed.value.record)
  if (!reminderDueAt || reminderDueAt > now) return passed
  const reminded = { ...passed.value.record, giftRemindedAt: now }
  return succeed({
    ...passed.value,
    record: { ...reminded, dueAt: getDueAt(reminded) },
    giftEmails: ['ending'],
  })
}

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
  now: Date,
): Result<Transition, IgnoredReason> {
  const { formerAccess: former } = record
  if (former?.provider !== event.provider) return fail('foreign')
  const changeFormer = (formerAccess: FormerAccess | null) =>
    createTransition(record, { change: { formerAccess } }, now)
  switch (event.kind) {
    case 'refunded':
      return isSamePayment(former.lastPaymentAt, event.paymentAt)
        ? changeFormer(null)
        : fail('stale')
    case 'disputed':
      return changeFormer({ ...former, isDisputed: true })
    case 'disputeWon':
      return changeFormer({ ...former, isDisputed: false })
  }
}

/** A record that has just got a guest's purchase: the reader's gifts wait for the end of its access. */
export function adoptSubscription(record: SubscriptionRecord, now: Date): SubscriptionRecord {
  const placed = placeGifts(record, now)
  const isSame = isSameBilling(placed.subscription, record.subscription)
  const next = { ...placed, isReconciled: record.isReconciled && isSame }
  return { ...next, dueAt: getDueAt(next) }
}
