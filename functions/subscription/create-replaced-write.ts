import { createOutboxItem, getReplacedPath } from '../../src/domain/subscription/outbox-item.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'

/** Has PayPal end a subscription that isn't current any more, and refund what it collects later. */
export const createReplacedWrite = (
  uid: string,
  { provider, lastDuePaymentAt }: NonNullable<Transition['replaced']>,
  at: Date,
) => ({
  set: getReplacedPath(provider, lastDuePaymentAt),
  fields: createOutboxItem({ kind: 'replaced', uid, provider, lastDuePaymentAt }, at),
})
