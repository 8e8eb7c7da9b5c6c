import type { CreditEvent } from '../../src/domain/subscription/outbox-item.ts'
import type { Write } from '../adapters/firestore.ts'
import { createOutboxWrite } from '../subscription/outbox-writes.ts'

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
