import { type CreditEvent, createOutboxItem } from '../../src/domain/subscription/outbox-item.ts'
import type { Write } from '../adapters/firestore.ts'

/** `cause`: the friend or the payment, so that each email is sent once. */
export const createCreditEmailWrite = (
  uid: string,
  cause: string,
  about: CreditEvent,
  at: Date,
): Write => ({
  set: `outbox/credit-${about.event}-${cause}`,
  fields: createOutboxItem({ kind: 'creditEmail', uid, about }, at),
})
