/**
 * A pure function that returns the next state of a subscription after an event, and the effects to store with it. Any
 * number of syncs may compare PayPal with the desired status (`getDesiredStatus`), late or after an interruption, with
 * the same outcome.
 */
import type { GiftTimeStatus } from '../gift/gift-transition.ts'
import { fail, type Result, succeed } from '../result.ts'
import { getPauseSource, suspendPauseTime } from './closed-time.ts'
import { createSurplusTransition, createTransition, hasGift } from './create-transition.ts'
import {
  canBeReplaced,
  getDesiredStatus,
  getUnpaidPrevious,
  hasDesiredStatus,
} from './desired-status.ts'
import { advance, nextDue } from './next-due.ts'
import { isSamePayment } from './payments.ts'
import { applyPayPalState, startSubscription } from './paypal-transitions.ts'
import { changePlan } from './plan-change.ts'
import { applyReaderRequest, endAtPeriodEnd, keepNearBilling, retry } from './reader-transitions.ts'
import { type Change, changeSubscriptionOf, endNow, mergeChanges } from './record-change.ts'
import { endReplaced, mergeReplaced, replaceCurrent } from './replaced-subscriptions.ts'
import { applyReversal } from './reversal-transitions.ts'
import { isFull } from './sold.ts'
import {
  type FormerAccess,
  maxBankEntries,
  noSubscription,
  type SubscriptionRecord,
} from './subscription.ts'
import type {
  EventOf,
  IgnoredReason,
  ReversalEvent,
  SubscriptionEvent,
  Transition,
} from './subscription-event.ts'
import { addTime, removeSource, stopBank, suspendSource } from './time-bank.ts'
import { isTrialAvailable } from './trial.ts'
import { changeGiftMonths, getPaidEnd } from './used-months.ts'

/** `now` must not decrease between calls. Changes that were due by then are applied first. */
export function transition(
  stored: SubscriptionRecord | null,
  event: SubscriptionEvent,
  now: Date,
): Result<Transition, IgnoredReason> {
  const before = stored ?? noSubscription
  const change = advance(before, now)
  const advanced = change ? createTransition(before, change, now) : null
  if (event.kind === 'timePassed') {
    // An earlier version may have stored a different time.
    const isDueDateRight = nextDue(before)?.at.getTime() === before.dueAt?.getTime()
    if (!advanced && isDueDateRight) return fail('stale')
    return succeed(advanced ?? createTransition(before, { record: before }, now))
  }
  const applied = applyEvent(advanced?.record ?? before, event, now)
  if (!applied.ok || !advanced) return applied
  const { value: later } = applied
  const usedGifts = [...advanced.usedGifts, ...later.usedGifts]
  return succeed({ ...later, ...mergeChanges(advanced, later), usedGifts })
}

function applyEvent(
  record: SubscriptionRecord,
  event: Exclude<SubscriptionEvent, EventOf<'timePassed'>>,
  now: Date,
): Result<Transition, IgnoredReason> {
  const { subscription } = record
  const complete = (change: Change | null | undefined) =>
    change ? succeed(createTransition(record, change, now)) : fail('notPossible' as const)
  switch (event.kind) {
    case 'grant':
      return complete({ record: { ...record, complimentaryUntil: event.until } })
    case 'redeemGift':
      return redeemGift(record, event, now)
    case 'giftChanged':
      return changeGift(record, event.gift, event.status, now)
    case 'providerSynced':
      return applySync(record, event, now)
    case 'refunded':
    case 'disputed':
    case 'disputeWon':
    case 'shareRefused': {
      const isCurrent =
        subscription?.provider === event.provider ||
        // Money returned for a former plan changes nothing once the new one has been paid for.
        (subscription && getUnpaidPrevious(subscription)?.provider === event.provider)
      if (!subscription || !isCurrent) return applyFormerReversal(record, event, now)
      const change = applyReversal({ ...record, subscription }, event, now)
      return change ? complete(change) : fail('stale')
    }
    case 'retryPayment':
    case 'retryDeclined': {
      const retried = subscription && retry(subscription, event, now)
      return complete(retried && changeSubscriptionOf(record, retried))
    }
    case 'cancel':
    case 'endNow':
    case 'pause':
    case 'acceptOffer':
    case 'reactivate':
      return complete(subscription && applyReaderRequest({ ...record, subscription }, event, now))
  }
}

function applySync(
  record: SubscriptionRecord,
  event: EventOf<'providerSynced'>,
  now: Date,
): Result<Transition, IgnoredReason> {
  const { subscription } = record
  const { payPalState, plan, trialEndsAt = null, isNew = false } = event
  const { id, status } = payPalState
  if (subscription?.provider === id) {
    // The reader may have changed the desired status during our call, which is then repeated.
    const isOutdated = event.isOwnStatus && !hasDesiredStatus(record, status)
    const isReconciled = record.isReconciled && !isOutdated
    const sold = event.sold ?? subscription.sold
    const known = { ...record, subscription: { ...subscription, sold }, isReconciled }
    const change = applyPayPalState(known, event, now)
    return succeed(createTransition(record, change, now, status))
  }
  const replaced = record.replaced.find((one) => one.provider === id)
  if (replaced) return endReplaced(record, replaced, payPalState)
  const isActive = status === 'ACTIVE'
  const isPaid = payPalState.lastPaymentAt !== null
  if (!isActive && !(isNew && isPaid)) return fail(isNew ? 'unpaid' : 'stale')
  if (!plan) return fail('foreign')
  const { lastPaymentMinorUnits, nextMinorUnits } = payPalState
  if (!isFull(isPaid ? lastPaymentMinorUnits : nextMinorUnits, event.fullPrice))
    return createSurplusTransition(record, id, 'underpaid')
  if (event.planChange)
    return changePlan(record, { ...event, plan, planChange: event.planChange }, now)
  if (!canBeReplaced(subscription)) return createSurplusTransition(record, id, 'alreadySubscribed')
  if (event.isRefused) return createSurplusTransition(record, id, 'studentAddressInUse')
  // PayPal activates a subscription before it collects the first payment, which may still fail.
  if (!isPaid) {
    if (!trialEndsAt || trialEndsAt <= now) return fail('unpaid')
    if (!isTrialAvailable(record)) return createSurplusTransition(record, id, 'trialUsed')
  }
  if (!record.isReconciled) return fail('unfinished')
  const { list, toEnd } = replaceCurrent(record, now)
  const fresh = {
    ...record,
    replaced: list,
    offerAcceptedAt: pickLater(record.offerAcceptedAt, event.retentionOfferTakenAt ?? null),
  }
  const started = startSubscription(fresh, event, { plan, trialEndsAt }, now)
  const changed = createTransition(record, started, now, status)
  return succeed({ ...changed, replaced: toEnd })
}

const pickLater = (one: Date | null, other: Date | null) =>
  one && other ? (other > one ? other : one) : (one ?? other)

function redeemGift(
  record: SubscriptionRecord,
  { gift: id, months, endFailing }: EventOf<'redeemGift'>,
  now: Date,
): Result<Transition, IgnoredReason> {
  if (hasGift(record, id)) return fail('stale')
  if (record.bank.length >= maxBankEntries) return fail('notPossible')
  const { subscription } = record
  const isFailing = subscription?.state === 'paymentFailed'
  if (isFailing && !endFailing) return fail('notPossible')
  const open: Change = isFailing
    ? endAtPeriodEnd({ ...record, subscription }, now, true)
    : { record: keepNearBilling(record, now) }
  const bank = addTime(open.record.bank, { source: 'gift', id, months })
  const redeemed: Change = { record: { ...open.record, bank }, giftEmails: ['redeemed'] }
  return succeed(createTransition(record, mergeChanges(open, redeemed), now))
}

const giftEmails = { valid: 'restored', suspended: 'suspended', void: 'refunded' } as const

/** Makes a refunded or disputed gift's time unusable. The part already used shortens the period. */
function changeGift(
  stored: SubscriptionRecord,
  id: string,
  status: GiftTimeStatus,
  now: Date,
): Result<Transition, IgnoredReason> {
  const gift = { source: 'gift', id } as const
  const isSuspended = status !== 'valid'
  const entry = stored.bank.find(({ source, id: of }) => source === 'gift' && of === id)
  const isEntryChanged = entry && (status === 'void' || entry.isSuspended !== isSuspended)
  const kept = keepNearBilling(stored, now)
  const stopped = kept.bankFrom && kept.bankFrom <= now && stopBank(kept.bank, kept.bankFrom, now)
  const record = stopped ? { ...kept, bank: stopped, bankFrom: null } : kept
  const { subscription } = record
  // The time without access during a pause is given back, so the change counts from the pause's beginning.
  const at =
    subscription?.state === 'paused' && subscription.closesAt < now ? subscription.closesAt : now
  const months = subscription && changeGiftMonths(record.bank, subscription, id, status, at)
  if (!months && !isEntryChanged) return fail('stale')
  const returned = months?.bank ?? record.bank
  const bank =
    status === 'void' ? removeSource(returned, gift) : suspendSource(returned, gift, isSuspended)
  const closed = months && { ...subscription!, used: months.used }
  const changed = closed
    ? { ...record, bank: suspendPauseTime(bank, closed), subscription: closed }
    : { ...record, bank }
  const told: Change = { record: changed, giftEmails: [giftEmails[status]] }
  const { subscription: left } = changed
  // Without the gift, a cancelled subscription may have ended earlier.
  const isOver = left?.state === 'ending' && getPaidEnd(left) <= now
  const change = isOver ? mergeChanges(told, endNow({ ...changed, subscription: left }, now)) : told
  return succeed(createTransition(stored, change, now))
}

/** Earlier versions stored a former access when another subscription replaced a cancelled one. */
const pickLaterAccess = (one: FormerAccess | null, other: FormerAccess | null) =>
  one && other ? (other.until > one.until ? other : one) : (one ?? other)

/** Handles refunds and disputes of a subscription that was replaced. */
function applyFormerReversal(
  record: SubscriptionRecord,
  event: ReversalEvent,
  now: Date,
): Result<Transition, IgnoredReason> {
  const { formerAccess: former } = record
  if (event.kind === 'shareRefused') return fail('stale')
  if (former?.provider !== event.provider) return fail('foreign')
  const change = (changes: Partial<SubscriptionRecord>) =>
    succeed(createTransition(record, { record: { ...record, ...changes } }, now))
  if (event.kind !== 'refunded')
    return change({ formerAccess: { ...former, isDisputed: event.kind === 'disputed' } })
  if (!isSamePayment(former.lastPaymentAt, event.paymentAt)) return fail('stale')
  const bank = removeSource(record.bank, getPauseSource(former.lastPaymentAt))
  return change({ bank, formerAccess: null })
}

/**
 * Moves a guest's purchase to an account. Returns the account's record, and what the purchase has replaced. A surplus
 * purchase doesn't replace the account's own subscription, but the guest's replaced ones are still moved.
 */
export function adoptSubscription(
  target: SubscriptionRecord,
  guest: SubscriptionRecord,
  isSurplus: boolean,
  now: Date,
): { readonly record: SubscriptionRecord; readonly toEnd: Transition['replaced'] } {
  const { subscription, isReconciled } = guest
  const { list, toEnd } = replaceCurrent(target, now)
  const kept = isSurplus ? target : { ...target, replaced: list, subscription, isReconciled }
  const formerAccess = pickLaterAccess(kept.formerAccess, guest.formerAccess)
  const offerAcceptedAt = pickLater(kept.offerAcceptedAt, guest.offerAcceptedAt)
  const replaced = mergeReplaced(guest.replaced, kept.replaced)
  const moved = { ...kept, formerAccess, offerAcceptedAt, replaced }
  // The guest had no time bank; the account's time bank may require a different status at PayPal.
  const isSame = getDesiredStatus({ ...moved, bank: [] }) === getDesiredStatus(moved)
  const { record } = createTransition(moved, { record: moved }, now)
  return {
    record: { ...record, isReconciled: record.isReconciled && isSame },
    toEnd: isSurplus ? null : toEnd,
  }
}
