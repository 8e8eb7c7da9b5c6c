/** Changes the plan when the provider has confirmed the new subscription. */
import { fail, type Result, succeed } from '../result.ts'
import { getDesiredStatus } from './desired-status.ts'
import type { SurplusReason } from './outbox-item.ts'
import type { PlanId } from './plan.ts'
import { canBeReplacedByPlanChange, isPlanChangeWaiting, replacePlan } from './plan-change.ts'
import { applyProviderState } from './provider-transitions.ts'
import { createSurplusTransition, createTransition } from './record-change.ts'
import { replaceCurrent } from './replaced-subscriptions.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type {
  IgnoredReason,
  PlanChange,
  SubscriptionEvent,
  Transition,
} from './subscription-event.ts'

type PlanChangeEvent = Extract<SubscriptionEvent, { kind: 'providerSynced' }> & {
  readonly plan: PlanId
  readonly planChange: PlanChange
}

/** The provider has confirmed the new subscription. One that doesn't fit any more is cancelled. */
export function changePlan(
  record: SubscriptionRecord,
  { providerState, plan, planChange, isRefused }: PlanChangeEvent,
  now: Date,
): Result<Transition, IgnoredReason> {
  const { subscription } = record
  const { from, startsAt, currentState } = planChange
  const refuse = (reason: SurplusReason) =>
    createSurplusTransition(record, providerState.id, reason)
  if (providerState.status !== 'ACTIVE' || subscription?.provider !== from || !currentState)
    return refuse('planChangeOutdated')
  const synced = applyProviderState({ ...record, subscription }, currentState, now).subscription
  const isSynced =
    synced.state === subscription.state &&
    synced.paidThrough.getTime() === subscription.paidThrough.getTime() &&
    synced.seenPaymentAt?.getTime() === subscription.seenPaymentAt?.getTime()
  if (!isSynced) return fail('unfinished')
  if (!canBeReplacedByPlanChange(subscription, startsAt)) return refuse('planChangeOutdated')
  if (isRefused) return refuse('studentAddressInUse')
  const next = applyProviderState(
    { isReconciled: true, subscription: replacePlan(subscription, plan, providerState, now) },
    providerState,
    now,
  )
  // Approved so late that PayPal has charged for time that was paid or held: the next period would be free.
  if (next.refundPaymentOf) return refuse('planChangeOutdated')
  const { list, toEnd } = replaceCurrent(record, now)
  const changed = createTransition(
    record,
    {
      ...next,
      // Approved after its start, the new plan is paid already.
      emails: [
        isPlanChangeWaiting(next.subscription) ? 'planChanged' : 'started',
        ...(next.emails ?? []),
      ],
      // Then the provider gets the state and the first billing that fit the current holds.
      isReconciled: getDesiredStatus(next.subscription) === null,
      change: { replaced: list },
    },
    now,
  )
  return changed.ok ? succeed({ ...changed.value, replaced: toEnd }) : changed
}
