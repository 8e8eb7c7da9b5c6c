/**
 * Checks whether a reader has more access than was paid for or given. The time is added up from the history alone,
 * never from the record's own dates: each payment, gift, free month and grant begins when it was made, or when the time
 * before it ends. The sum is an upper limit, because a refund may have reversed part of the time.
 */

import { z } from 'zod'
import { retentionOffer } from '../../publication/offer.ts'
import { day } from '../duration.ts'
import { addMonths } from '../month.ts'
import { dateTolerance } from '../subscription/due-dates.ts'
import { getPeriodMonths, planIds } from '../subscription/plan.ts'
import { paymentGracePeriod, type SubscriptionRecord } from '../subscription/subscription.ts'
import { getBankEnd } from '../subscription/time-bank.ts'
import { getPaidEnd } from '../subscription/used-months.ts'

/** The fields of `subscriptions/{uid}/history/{id}` that affect access time. */
export const timeEntrySchema = z.object({
  at: z.date(),
  kind: z.string(),
  from: z.string().default(''),
  to: z.string().default(''),
  plan: z.enum(planIds).nullable().default(null),
  paymentAt: z.date().nullable().default(null),
  /** When a grant ends. */
  until: z.date().nullable().default(null),
  gift: z.string().nullable().default(null),
  giftStatus: z.string().nullable().default(null),
  /** Months for which a share of a payment was returned, if `kind` is `settled`. */
  months: z.int().default(0),
  state: z.string().default(''),
})
export type TimeEntry = z.infer<typeof timeEntrySchema>

/** Milliseconds by which dates may differ, because an early payment counts, and months have different lengths. */
const tolerance = dateTolerance + 3 * day

type Sum = {
  /** The time at which everything that was paid for or given is used up. */
  readonly end: Date
  /** Milliseconds of unpaid grace. */
  readonly grace: number
  /** Whether there were only payments so far, so that the end of the subscription ends all access. */
  readonly isPaidOnly: boolean
  /** When a pause, or a dispute that may be won, suspended access; null if it isn't suspended. */
  readonly waitsSince: Date | null
  readonly suspendedAt: ReadonlyMap<string, Date>
}

const later = (one: Date, other: Date) => (one > other ? one : other)
const plus = (at: Date, time: number) => new Date(at.getTime() + time)

function addWaitingTime(sum: Sum, { at, from, to, kind, gift, giftStatus }: TimeEntry): Sum {
  // Entries that are only about a payment have no state.
  if (to === '' || kind === 'settled') return sum
  const { waitsSince } = sum
  const waits = to === 'paused' || to === 'disputed'
  // Time lost to a dispute is restored only if the dispute was won.
  const isLost = from === 'disputed' && to === 'ended' && kind !== 'disputeWon'
  let { end } = sum
  if (waitsSince && !waits && !isLost)
    end = plus(later(end, waitsSince), at.getTime() - waitsSince.getTime())
  const suspendedAt = new Map(sum.suspendedAt)
  if (kind === 'giftChanged' && gift !== null) {
    const since = suspendedAt.get(gift)
    if (giftStatus === 'suspended') suspendedAt.set(gift, since ?? at)
    else suspendedAt.delete(gift)
    // A pause restores the remaining time.
    const until = to === 'paused' && waitsSince ? waitsSince : at
    if (since && since < until && giftStatus === 'valid')
      end = plus(later(end, since), until.getTime() - since.getTime())
  }
  return {
    ...sum,
    end,
    // Time restored by a pause outlasts the subscription.
    isPaidOnly: sum.isPaidOnly && to !== 'paused',
    waitsSince: waits ? (waitsSince ?? at) : null,
    suspendedAt,
  }
}

/** `gifts` contains the months of each gift that the reader has redeemed. */
function addEntry(before: Sum, entry: TimeEntry, gifts: ReadonlyMap<string, number>): Sum {
  const sum = addWaitingTime(before, entry)
  const { at, kind, from, to, plan, paymentAt, until, gift, months, state } = entry
  const give = (count: number): Sum => ({
    ...sum,
    end: addMonths(later(sum.end, at), count),
    isPaidOnly: false,
  })
  if (kind === 'settled')
    return state === 'refused' ? sum : { ...sum, end: addMonths(sum.end, -months) }
  if (kind === 'redeemGift') return give(gifts.get(gift ?? '') ?? 0)
  if (kind === 'acceptOffer') return give(retentionOffer.months)
  if (kind === 'grant')
    return until ? { ...sum, end: later(sum.end, until), isPaidOnly: false } : sum
  const paid =
    paymentAt && plan
      ? { ...sum, end: addMonths(later(sum.end, paymentAt), getPeriodMonths(plan)) }
      : sum
  const isEnded = to === 'ended' && from !== 'ended' && sum.isPaidOnly
  return {
    ...paid,
    end: isEnded && at < paid.end ? at : paid.end,
    grace: sum.grace + (to === 'paymentFailed' && from !== to ? paymentGracePeriod : 0),
  }
}

/** Returns when the access promised by the record ends, including suspended time; null if there is none. */
function getPromisedEnd(record: SubscriptionRecord, now: Date): Date | null {
  const { subscription, formerAccess, complimentaryUntil, bank, bankFrom } = record
  const isOver = subscription?.state === 'ended' || subscription?.state === 'disputed'
  const ends = [
    subscription && !isOver ? getPaidEnd(subscription) : null,
    formerAccess && !formerAccess.isDisputed ? formerAccess.until : null,
    complimentaryUntil,
  ].flatMap((end) => end ?? [])
  const end = ends.length > 0 ? ends.reduce(later) : null
  if (!bank.some(({ isSuspended }) => !isSuspended)) return end
  const isWaiting = subscription?.state === 'paused' || subscription?.state === 'disputed'
  // Time in the time bank is used once other access ends, even before its start is recorded.
  const bankEnd = getBankEnd(bank, bankFrom ?? (end && isWaiting ? later(end, now) : (end ?? now)))
  return end ? later(end, bankEnd) : bankEnd
}

/** Counts the months that we grant when we have activated a subscription at PayPal too late. */
const countDelays = ({ subscription, bank }: SubscriptionRecord) =>
  [...(subscription?.used ?? []), ...bank]
    .filter(({ source }) => source === 'delay')
    .reduce((sum, { months }) => sum + months, 0)

const startsAnew = ({ from }: TimeEntry) => Number(from === 'ended' || from === 'none')

/** Sorts by time. At equal times, the end of one subscription comes before the start of the next. */
const compareEntries = (one: TimeEntry, other: TimeEntry) =>
  one.at.getTime() - other.at.getTime() || startsAnew(one) - startsAnew(other)

/** Returns the days of unexplained access; 0 if all of it was paid for or given. */
export function countUnpaidDays(
  record: SubscriptionRecord,
  history: readonly TimeEntry[],
  gifts: ReadonlyMap<string, number>,
  now: Date,
): number {
  const promised = getPromisedEnd(record, now)
  if (!promised || promised <= now) return 0
  const trialEnd = record.subscription?.trialEndsAt ?? new Date(0)
  const start: Sum = {
    end: trialEnd,
    grace: 0,
    isPaidOnly: true,
    waitsSince: null,
    suspendedAt: new Map(),
  }
  const sum = history
    .toSorted(compareEntries)
    .reduce((left, entry) => addEntry(left, entry, gifts), start)
  // A pause or dispute that hasn't ended postpones suspended time.
  const waiting = [sum.waitsSince, ...sum.suspendedAt.values()]
    .flatMap((since) => since ?? [])
    .reduce((total, since) => total + now.getTime() - since.getTime(), 0)
  const allowed = plus(addMonths(sum.end, countDelays(record)), sum.grace + waiting + tolerance)
  const unpaid = promised.getTime() - allowed.getTime()
  return Math.max(0, Math.ceil(unpaid / day))
}
