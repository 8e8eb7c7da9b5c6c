import { day } from '../duration.ts'
import { addMonths } from '../month.ts'
import { isSkippingPause } from './desired-status.ts'
import type { Subscription, SubscriptionRecord } from './subscription.ts'
import { addTime } from './time-bank.ts'
import { countClosedTime, getCoveredEnd } from './used-months.ts'

/** The bank's entry for time of a payment that a pause has closed. */
export const getPauseSource = (paidAt: Date | null) =>
  ({ source: 'pause', id: paidAt?.toISOString() ?? '' }) as const

/**
 * Whole days of a pause, and of one shorter than a month not the day that it was ended: a reader who looks in every day,
 * and pauses again at once, has used every day.
 */
function countRest(months: number, time: number): number {
  const days = Math.floor(time / day)
  return Math.max(0, months > 0 ? days : days - 1) * day
}

/** Adds the paid time that a pause of a yearly plan has closed until `now`, if there is such a pause. */
export function bankClosedTime(
  record: SubscriptionRecord,
  subscription: Subscription,
  now: Date,
): SubscriptionRecord {
  if (subscription.state !== 'paused' || isSkippingPause(subscription)) return record
  const { closesAt } = subscription
  const paidEnd = getCoveredEnd(subscription)
  const end = now < paidEnd ? now : paidEnd
  if (end <= closesAt) return record
  const closed = countClosedTime(subscription, closesAt, end)
  let months = 0
  while (closed === 0 && addMonths(closesAt, months + 1) <= end) months++
  const rest = countRest(months, end.getTime() - addMonths(closesAt, months).getTime() - closed)
  return {
    ...record,
    bank: addTime(record.bank, { ...getPauseSource(subscription.lastPaymentAt), months, rest }),
  }
}
