import type { CreditEvent } from '../../src/domain/subscription/outbox-item.ts'
import { createOutboxWrite } from '../outbox/outbox-writes.ts'
import type { Write } from '../platform/adapters/firestore.ts'

/** `cause`: the friend or the payment, so that each email is sent once. */
export const createCreditEmailWrite = (
  uid: string,
  cause: string,
  about: CreditEvent,
  at: Date,
): Write =>
  createOutboxWrite(
    `outbox/credit-${about.event}-${cause}`,
    { kind: 'creditEmail', uid, about },
    at,
  )
