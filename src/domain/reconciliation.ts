/**
 * `operations/reconciliation`: every night each running subscription is compared with the provider's
 * word on it, a portion at a time. Messages that were lost for good are made up for here, and whoever
 * runs the publication gets to see how many there were.
 */
import { z } from 'zod'
import type { Subscription } from './subscription.ts'

const day = 24 * 60 * 60 * 1000

/** The hour of UTC at which it begins. */
const beginsAt = 3

/** Longer than this without one that came to its end, and somebody should look. */
const lateAfter = 2 * day

/** In this order. One that is over has been seen to be so at the provider, where that is for ever. */
export const comparedStates = [
  'active',
  'paused',
  'ending',
  'paymentFailed',
  'disputed',
] as const satisfies readonly Subscription['state'][]

const counts = {
  /** How many were compared. */
  looked: z.int(),
  /** Of which the provider said something that we had not heard. They have been corrected. */
  drifted: z.int(),
  /** That the provider does not know, or that could not be read: somebody has to look. */
  failed: z.int(),
}

const finishedSchema = z.object({
  startedAt: z.date(),
  finishedAt: z.date(),
  ...counts,
  /** Payments that have been waiting for a day to go back. */
  overdue: z.int(),
})

export const reconciliationSchema = z.object({
  startedAt: z.date(),
  /** What has been done: all of a state up to a reader. Null where nothing is going on. */
  cursor: z.object({ state: z.enum(comparedStates), after: z.string().nullable() }).nullable(),
  ...counts,
  /** The last one that came to its end. */
  last: finishedSchema.nullable(),
})
export type Reconciliation = z.infer<typeof reconciliationSchema>

/** What is to be gone on with at `now`: one that is under way, a new one, or null. */
export function reconciliationNow(
  kept: Reconciliation | null,
  now: Date,
): (Reconciliation & { readonly cursor: NonNullable<Reconciliation['cursor']> }) | null {
  if (kept?.cursor) return { ...kept, cursor: kept.cursor }
  const midnight = Math.floor(now.getTime() / day) * day
  const hour = midnight + beginsAt * 60 * 60 * 1000
  const night = new Date(now.getTime() < hour ? hour - day : hour)
  if (kept && kept.startedAt >= night) return null
  return {
    startedAt: now,
    cursor: { state: comparedStates[0], after: null },
    looked: 0,
    drifted: 0,
    failed: 0,
    last: kept?.last ?? null,
  }
}

/** Where it goes on when all of a state are through; null at the end. */
export function cursorAfter({
  state,
}: NonNullable<Reconciliation['cursor']>): Reconciliation['cursor'] {
  const next = comparedStates[comparedStates.indexOf(state) + 1]
  return next ? { state: next, after: null } : null
}

/** Whether whoever runs the publication should look. */
export function needsLooking({ startedAt, last }: Reconciliation, now: Date): boolean {
  if (!last) return now.getTime() - startedAt.getTime() > lateAfter
  const isLate = now.getTime() - last.finishedAt.getTime() > lateAfter
  return isLate || last.failed > 0 || last.overdue > 0
}
