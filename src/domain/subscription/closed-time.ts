import { day } from '../duration.ts'
import { addMonths } from '../month.ts'
import { isSkippingPause } from './desired-status.ts'
import { getPaidAt } from './record-change.ts'
import type { Subscriber, Subscription, SubscriptionRecord } from './subscription.ts'
import { addTime, type Bank, suspendSource } from './time-bank.ts'
import { countClosedTime, getCoveredEnd } from './used-months.ts'

/** Returns the source of a time bank's entry for paid time that a pause has closed. */
export const getPauseSource = (paidAt: Date | null) =>
  ({ source: 'pause', id: paidAt?.toISOString() ?? '' }) as const

/**
 * Time closed by a pause can't be used while its payment is disputed, nor if a gift covered the whole period, because
 * then no paid time was closed.
 */
export function suspendPauseTime(
  bank: Bank,
  subscription: Subscription,
  isDisputed = subscription.state === 'disputed',
): Bank {
  const paidAt = getPaidAt(subscription)
  const isUnpaid = paidAt !== null && getCoveredEnd(subscription) <= paidAt
  return suspendSource(bank, getPauseSource(paidAt), isDisputed || isUnpaid)
}

/**
 * Milliseconds for which a yearly plan stays open between two pauses, however the first one ended. Otherwise, a reader
 * could pause again after reading for a few minutes.
 */
const pauseInterval = day

/** Returns when a yearly plan can be paused again; null if it can be paused at any time. */
export const getNextPauseAt = ({ pauseEndedAt }: SubscriptionRecord) =>
  pauseEndedAt && new Date(pauseEndedAt.getTime() + pauseInterval)

/**
 * Adds the paid time that a yearly plan's pause has closed until `now` to the time bank, in months and whole days. Does
 * nothing without such a pause.
 */
export function bankClosedTime(record: Subscriber, now: Date): Subscriber {
  const { subscription } = record
  if (subscription.state !== 'paused' || isSkippingPause(subscription)) return record
  const { closesAt } = subscription
  const paidEnd = getCoveredEnd(subscription)
  const end = now < paidEnd ? now : paidEnd
  if (end <= closesAt) return record
  const closed = countClosedTime(subscription, closesAt, end)
  let months = 0
  while (closed === 0 && addMonths(closesAt, months + 1) <= end) months++
  const time = end.getTime() - addMonths(closesAt, months).getTime() - closed
  const rest = Math.max(0, Math.floor(time / day)) * day
  return {
    ...record,
    pauseEndedAt: now,
    bank: addTime(record.bank, { ...getPauseSource(subscription.lastPaymentAt), months, rest }),
  }
}
