import { createOutboxItem, getSurplusPath } from '../../src/domain/subscription/outbox-item.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import type { Write } from '../adapters/firestore.ts'

/** Each surplus subscription is ended once, however often it's noticed. */
export const createSurplusWrite = (
  surplus: NonNullable<Transition['surplus']> & { readonly uid: string },
  at: Date,
): Write => ({
  set: getSurplusPath(surplus.provider),
  fields: createOutboxItem({ kind: 'surplus', ...surplus }, at),
})
