/**
 * `operations/reconciliation`: each night, every running subscription is compared with PayPal in batches, which
 * corrects and counts lost events.
 */
import { z } from 'zod'
import { day, hour } from '../duration.ts'
import type { Subscription } from './subscription.ts'

export const reconciliationPath = 'operations/reconciliation'

/** The hour in UTC. */
const startHour = 3

/** Milliseconds without a completed comparison after which the reconciliation needs attention. */
const maxAge = 2 * day

/** States in the order in which they are compared. `ended` is left out, because it's final at PayPal too. */
export const comparedStates = [
  'active',
  'paused',
  'ending',
  'paymentFailed',
  'disputed',
] as const satisfies readonly Subscription['state'][]

const countFields = {
  comparedCount: z.int().default(0),
  /** The number of subscriptions for which PayPal had a newer state, which has been stored. */
  outOfSyncCount: z.int().default(0),
  /** The number of subscriptions that are unknown to PayPal or malformed. They need attention. */
  failed: z.int().default(0),
  /**
   * The number of subscriptions for which PayPal has skipped a payment, so that the reader has to approve again. They
   * need attention.
   */
  missingPaymentCount: z.int().default(0),
}

/** An unusual amount may be recorded before the first comparison, which is then due. */
export const reconciliationSchema = z.object({
  startedAt: z.date().default(new Date(0)),
  /** All earlier readers and states have been compared. Null if no comparison is running. */
  cursor: z
    .object({ state: z.enum(comparedStates), after: z.string().nullable() })
    .nullable()
    .default(null),
  ...countFields,
  last: z
    .object({
      startedAt: z.date(),
      finishedAt: z.date(),
      ...countFields,
      /** The number of refunds that have been pending for a day. */
      overdueRefundCount: z.int(),
    })
    .nullable()
    .default(null),
  /** When PayPal last charged more than a price. The excess was returned, and needs attention for some days. */
  lastExcessAt: z.date().nullable().default(null),
  /** When PayPal last charged less than the price sold, or was about to. That subscription was ended. */
  lastUnderpaidAt: z.date().nullable().default(null),
  /**
   * The last surplus subscription whose refund waits for a supporter because its payer or account has had too many, and
   * when that began.
   */
  lastHeldRefund: z.object({ subscription: z.string(), at: z.date() }).nullable().default(null),
})

/** Milliseconds for which an unusual amount needs attention. */
const amountAttention = 7 * day
export type Reconciliation = z.infer<typeof reconciliationSchema>
type Cursor = NonNullable<Reconciliation['cursor']>
export type ComparisonCounts = Pick<Reconciliation, keyof typeof countFields>

export const noCounts: ComparisonCounts = z.object(countFields).parse({})

export function addCounts(one: ComparisonCounts, other: ComparisonCounts): ComparisonCounts {
  const names = Object.keys(noCounts) as (keyof ComparisonCounts)[]
  const sums = names.map((name) => [name, one[name] + other[name]])
  return Object.fromEntries(sums) as ComparisonCounts
}

/** Returns the current comparison, or a new one; null if none is due. */
export function getCurrentReconciliation(
  stored: Reconciliation | null,
  now: Date,
): (Reconciliation & { readonly cursor: Cursor }) | null {
  if (stored?.cursor) return { ...stored, cursor: stored.cursor }
  const midnight = Math.floor(now.getTime() / day) * day
  const start = midnight + startHour * hour
  const startOfNight = new Date(now.getTime() < start ? start - day : start)
  if (stored && stored.startedAt >= startOfNight) return null
  const cursor = { state: comparedStates[0], after: null }
  return { ...reconciliationSchema.parse({}), ...stored, startedAt: now, cursor, ...noCounts }
}

/** Returns null after the last state. */
export function getNextCursor({ state }: Cursor): Cursor | null {
  const next = comparedStates[comparedStates.indexOf(state) + 1]
  return next ? { state: next, after: null } : null
}

export function needsAttention(
  { startedAt, last, lastExcessAt, lastUnderpaidAt, lastHeldRefund }: Reconciliation,
  now: Date,
): boolean {
  const noted = [lastExcessAt, lastUnderpaidAt, lastHeldRefund?.at]
  if (noted.some((at) => at && now.getTime() - at.getTime() < amountAttention)) return true
  if (!last) return now.getTime() - startedAt.getTime() > maxAge
  const isLate = now.getTime() - last.finishedAt.getTime() > maxAge
  return isLate || last.failed + last.missingPaymentCount + last.overdueRefundCount > 0
}
