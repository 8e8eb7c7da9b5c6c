/** Finds when each plan that a reader can choose would start, by preparing it. */
import { advanceRecord } from './next-due.ts'
import { type PlanKind, planKinds } from './offer.ts'
import { type PreparedPlanChange, preparePlanChange } from './plan-change.ts'
import type { SubscriptionRecord } from './subscription.ts'

/** `startsAt`: its first payment; null for one at the approval. A plan that can't be chosen is missing. */
export type PlanStarts = Partial<Record<PlanKind, Pick<PreparedPlanChange, 'plan' | 'startsAt'>>>

export function describePlanStarts(stored: SubscriptionRecord, now: Date): PlanStarts {
  const record = advanceRecord(stored, now)
  const starts = planKinds.flatMap((kind) => {
    const prepared = preparePlanChange(record, kind, now)
    if (!prepared.ok) return []
    const { plan, startsAt } = prepared.value
    return [[kind, { plan, startsAt }] as const]
  })
  return Object.fromEntries(starts)
}
