import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuseUnavailable } from '../identity/handler.ts'
import { findPayments } from './find-payments.ts'
import type { SubscriptionHandlerDeps } from './subscription-handler-deps.ts'
import { describeHistory } from './subscription-history.ts'

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
      'We can’t get your payments from PayPal right now. Try again in a minute.',
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
