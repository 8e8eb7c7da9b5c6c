import type { EventOf } from '../../src/domain/subscription/subscription-event.ts'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'

/** Whether PayPal has collected the payment, and part of it can still be refunded. */
export const isRefundable = ({ status }: Pick<PayPalTransaction, 'status'>) =>
  status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED'

/** PayPal makes one refund per request id, whichever request causes it. */
export const getRefundRequestId = ({ id }: Pick<PayPalTransaction, 'id'>) => `refund-${id}`

/** `listed` contains all payments of the subscription. */
export const createRefundedEvent = (
  payPalSubscription: string,
  refunded: PayPalTransaction,
  listed: readonly PayPalTransaction[],
): EventOf<'refunded'> => ({
  kind: 'refunded',
  provider: payPalSubscription,
  paymentAt: refunded.at,
  payment: refunded.id,
  others: listed
    .filter((one) => one.id !== refunded.id && isRefundable(one))
    .map(({ at, gross }) => ({ at, minorUnits: gross.minorUnits })),
})
