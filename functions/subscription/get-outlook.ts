import { succeed } from '../../src/domain/result.ts'
import { describeOutlook, describeSteps } from '../../src/domain/subscription/outlook.ts'
import { getPlanPrice } from '../../src/domain/subscription/plan.ts'
import { describePlanStarts } from '../../src/domain/subscription/plan-change.ts'
import {
  noSubscription,
  type SubscriptionRecord,
} from '../../src/domain/subscription/subscription.ts'
import type { Handle } from '../identity/handler.ts'
import { formatDates } from '../platform/format-dates.ts'

export const getOutlook: Handle<'GET /api/subscription/outlook'> = async (
  _,
  { subscription },
  deps,
) => {
  const record = subscription ?? noSubscription
  const now = deps.now()
  return succeed(
    formatDates({
      now: describeOutlook(record, now),
      steps: describeSteps(record, now),
      planStarts: describePlanStarts(record, now),
      amountDue: getAmountDue(record),
    }),
  )
}

function getAmountDue({ subscription }: SubscriptionRecord): number | null {
  return subscription?.state === 'paymentFailed' && subscription.cause === 'declined'
    ? getPlanPrice(subscription.plan).minorUnits
    : null
}
