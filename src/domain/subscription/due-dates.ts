/**
 * Determines when payments are due. Due dates are counted from the anchor and never from each other: 31 January, 28
 * February, 31 March. PayPal's own dates are only compared with them.
 */
import { day, hour } from '../duration.ts'
import { addMonths } from '../month.ts'
import { getPeriodMonths } from './plan.ts'
import type { Subscription } from './subscription.ts'

/**
 * Milliseconds before a due date during which nothing is changed at PayPal. PayPal bills at 10:00 UTC on the American
 * date, up to 38 hours before an anchor late in the day.
 */
export const billingNotice = 48 * hour

/** Milliseconds by which a payment may be early, or PayPal's date may differ from ours. */
export const dateTolerance = 4 * day

/** Formats dates as “2026-03-01”, as is usual in Sweden, in the time zone of PayPal's headquarters. */
const americanDate = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
})

/** The hour (UTC) at which PayPal bills. */
const billingHour = 10

/** Returns when PayPal bills payments due on the American date of an instant, possibly before the instant. */
export const toPayPalTime = (instant: Date) =>
  new Date(new Date(`${americanDate.format(instant)}T00:00Z`).getTime() + billingHour * hour)

/** Moves the time to an hour of the same day when America has the same date, as PayPal's `start_time` requires. */
export function toStartTime(instant: Date): Date {
  const start = new Date(instant)
  if (start.getUTCHours() < billingHour) start.setUTCHours(billingHour, 0, 0, 0)
  return start
}

export type Schedule = Pick<Subscription, 'plan' | 'anchor' | 'paidThrough'>

export const isMonthly = ({ plan }: Pick<Subscription, 'plan'>) => getPeriodMonths(plan) === 1

const countMonths = (from: Date, to: Date) =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()

/** Returns the due date `count` periods after the next one, or before it if negative. */
export const getDueDate = ({ plan, anchor, paidThrough }: Schedule, count: number): Date =>
  addPeriods({ anchor, paidThrough, months: getPeriodMonths(plan) }, count)

/** Returns an instant whole months before a due date. Like a monthly plan's due dates, it's counted from the anchor. */
export const goBackMonths = (dates: Pick<Schedule, 'anchor' | 'paidThrough'>, count: number) =>
  addPeriods({ ...dates, months: 1 }, -count)

function addPeriods(
  { anchor, paidThrough, months }: Omit<Schedule, 'plan'> & { readonly months: number },
  count: number,
): Date {
  if (count === 0) return paidThrough
  const start = anchor ?? paidThrough
  const index = Math.round(countMonths(start, paidThrough) / months)
  // A correction by a few hours can move a date at midnight into the next month.
  const distance = (one: number) =>
    Math.abs(addMonths(start, one * months).getTime() - paidThrough.getTime())
  const nearest =
    distance(index) <= dateTolerance
      ? index
      : [index - 1, index + 1].reduce(
          (best, one) => (distance(one) < distance(best) ? one : best),
          index,
        )
  return addMonths(start, (nearest + count) * months)
}

/**
 * Returns the due date for which a payment at `at` counts, as the number of periods after the next one; negative for an
 * earlier one.
 */
export function findPaidPeriod(schedule: Schedule, at: Date): number {
  const isReached = (count: number) =>
    getDueDate(schedule, count).getTime() - dateTolerance <= at.getTime()
  let count = 0
  while (!isReached(count)) count--
  while (isReached(count + 1)) count++
  return count
}

export const isBillingNear = ({ paidThrough }: Pick<Schedule, 'paidThrough'>, now: Date) =>
  now.getTime() >= paidThrough.getTime() - billingNotice

/** Whether PayPal's date is so much later than ours that it may have skipped a payment. */
export const isMuchLater = ({ paidThrough }: Pick<Schedule, 'paidThrough'>, date: Date | null) =>
  date !== null && date.getTime() > paidThrough.getTime() + dateTolerance

/** Milliseconds after a payment during which PayPal may still show an earlier date. */
const correctionDelay = day

/** In milliseconds. The first payment may have been pending for days, and PayPal counts from the approval. */
const firstPaymentTolerance = 10 * day

/** Moves all due dates to PayPal's, which differ slightly because PayPal bills at its own hour. */
export function correctDates<Kind extends Subscription>(
  subscription: Kind,
  nextBillingAt: Date | null,
  now: Date,
): Kind {
  const { paidThrough, anchor, lastPaymentAt } = subscription
  if (!nextBillingAt || !lastPaymentAt) return subscription
  const difference = nextBillingAt.getTime() - paidThrough.getTime()
  // Until PayPal has counted the first payment, its date is a whole period away from ours.
  const isFirstPeriod = anchor?.getTime() === toPayPalTime(lastPaymentAt).getTime()
  const isCounted = isFirstPeriod || now.getTime() - lastPaymentAt.getTime() >= correctionDelay
  // After an activation, PayPal may show today's date for a while.
  const isStale = nextBillingAt.getTime() < now.getTime() + correctionDelay
  if (!isCounted || isStale) return subscription
  const tolerance = isFirstPeriod && difference < 0 ? firstPaymentTolerance : dateTolerance
  if (difference === 0 || Math.abs(difference) > tolerance) return subscription
  const start = anchor ?? paidThrough
  return {
    ...subscription,
    anchor: new Date(start.getTime() + difference),
    paidThrough: nextBillingAt,
  }
}
