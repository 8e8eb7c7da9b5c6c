import type {
  OutlookResponse,
  SubscriptionOutlookResponse,
} from '../../src/contracts/subscription-endpoints.ts'
import { succeed } from '../../src/domain/result.ts'
import {
  describeOutlook,
  describeSteps,
  type Outlook,
} from '../../src/domain/subscription/outlook.ts'
import { getPlanPrice } from '../../src/domain/subscription/plan.ts'
import { describePlanStarts, type PlanStarts } from '../../src/domain/subscription/plan-starts.ts'
import {
  noSubscription,
  type SubscriptionRecord,
} from '../../src/domain/subscription/subscription.ts'
import type { Handle } from '../http/handler.ts'

export const getOutlook: Handle<'GET /api/subscription/outlook'> = async (
  _,
  { subscription },
  { now },
) => succeed(toOutlookResponse(subscription ?? noSubscription, now()))

function toOutlookResponse(record: SubscriptionRecord, now: Date): SubscriptionOutlookResponse {
  const { pause, ...steps } = describeSteps(record, now)
  return {
    now: formatOutlook(describeOutlook(record, now)),
    steps: {
      ...formatOutlooks(steps),
      pause: formatOutlooks(pause),
    },
    planStarts: formatPlanStarts(describePlanStarts(record, now)),
    amountDue: getAmountDue(record),
  }
}

const formatOutlooks = <Key extends string | number>(outlooks: Partial<Record<Key, Outlook>>) =>
  Object.fromEntries(
    Object.entries<Outlook | undefined>(outlooks).flatMap(([key, outlook]) =>
      outlook ? [[key, formatOutlook(outlook)]] : [],
    ),
  )

const formatOutlook = ({
  closesAt,
  opensAt,
  nextPayment,
  upcoming,
  ...unchanged
}: Outlook): OutlookResponse => ({
  ...unchanged,
  closesAt: closesAt?.toISOString() ?? null,
  opensAt: opensAt?.toISOString() ?? null,
  nextPayment: nextPayment && { ...nextPayment, at: nextPayment.at.toISOString() },
  upcoming: upcoming.map(({ at, sources, ...event }) => ({
    ...event,
    at: at.toISOString(),
    sources: [...sources],
  })),
})

const formatPlanStarts = (starts: PlanStarts) =>
  Object.fromEntries(
    Object.entries(starts).map(([kind, { plan, startsAt }]) => [
      kind,
      { plan, startsAt: startsAt?.toISOString() ?? null },
    ]),
  )

function getAmountDue({ subscription }: SubscriptionRecord): number | null {
  return subscription?.state === 'paymentFailed' && subscription.cause === 'declined'
    ? getPlanPrice(subscription.plan).minorUnits
    : null
}
