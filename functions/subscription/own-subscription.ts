/** Shows readers what happens to their subscription next, and their payments. */
import { succeed } from '../../src/domain/result.ts'
import { describeOutlook, describeSteps } from '../../src/domain/subscription/outlook.ts'
import { describePlanStarts } from '../../src/domain/subscription/plan-change.ts'
import { getSoldPrice } from '../../src/domain/subscription/sold.ts'
import { noSubscription } from '../../src/domain/subscription/subscription.ts'
import { type Handle, refuseUnavailable } from '../identity/handler.ts'
import { formatDates } from '../platform/format-dates.ts'
import { findPayments } from './find-payments.ts'
import type { SubscriptionHandlerDeps } from './subscription-handler-deps.ts'
import { describeHistory } from './subscription-history.ts'

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

export const listPayments: Handle<
  'GET /api/subscription/payments',
  SubscriptionHandlerDeps
> = async (_, { uid, subscription }, requestDeps) => {
  const { firestore, paypal, now } = requestDeps
  const refusePayments = (reason: string) =>
    refuseUnavailable(
      requestDeps,
      'payments_not_listed',
      { uid, reason },
      'We can’t get your payments right now. Try again in a minute.',
    )
  if (!paypal) return refusePayments('not set up')
  const found = await findPayments({ firestore, paypal, now }, uid, subscription)
  if (!found.ok) return refusePayments(found.failure.kind)
  const { payments, history } = found.value
  return succeed({
    payments: payments.map(({ payment }) => payment).toReversed(),
    history: describeHistory(history),
  })
}
