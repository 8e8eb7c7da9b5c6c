import { succeed } from '../../src/domain/result.ts'
import { describeOutlook, describeSteps } from '../../src/domain/subscription/outlook.ts'
import { describePlanStarts } from '../../src/domain/subscription/plan-change.ts'
import { getSoldPrice } from '../../src/domain/subscription/sold.ts'
import { noSubscription } from '../../src/domain/subscription/subscription.ts'
import type { Handle } from '../identity/handler.ts'
import { formatDates } from '../platform/format-dates.ts'

export const getOutlook: Handle<'GET /api/subscription/outlook'> = async (
  _,
  { subscription },
  deps,
) => {
  const record = subscription ?? noSubscription
  const now = deps.now()
  const { subscription: current } = record
  const isDeclined = current?.state === 'paymentFailed' && current.cause === 'declined'
  return succeed(
    formatDates({
      now: describeOutlook(record, now),
      steps: describeSteps(record, now),
      planStarts: describePlanStarts(record, now),
      amountDue: isDeclined ? getSoldPrice(current) : null,
    }),
  )
}
