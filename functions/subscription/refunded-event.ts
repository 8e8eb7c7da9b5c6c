import type { EventOf } from '../../src/domain/subscription/subscription-event.ts'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'

/** PayPal has taken a refundable payment, and something is left of it. */
export const isRefundable = ({ status }: Pick<PayPalTransaction, 'status'>) =>
  status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED'

/** PayPal makes one refund for each id, whichever request asks for it. */
export const getRefundRequestId = ({ id }: Pick<PayPalTransaction, 'id'>) => `refund-${id}`

/** `listed`: all payments of the subscription. */
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
