import type { HealthCheck } from '../../src/contracts/endpoints/health-endpoints.ts'
import { maxTolerableDelay } from '../../src/domain/cron.ts'
import { isKnownKind } from '../../src/domain/outbox/outbox-item.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'

/** The maximum number of items counted; the real number may be higher. */
const maxOutboxItems = 50

/** Attempts after which an item counts as failing repeatedly: about half an hour, with growing delays. */
const manyAttempts = 5

export type OutboxState = {
  /** In ascending order of due time. */
  readonly due: readonly StoredDocument[]
  readonly retried: readonly StoredDocument[]
}

export async function readOutbox(
  firestore: Pick<Firestore, 'query'>,
  now: Date,
): Promise<Result<OutboxState, FirestoreFailure>> {
  const [due, retried] = await Promise.all([
    firestore.query({
      collection: 'outbox',
      where: [{ field: 'dueAt', is: 'LESS_THAN_OR_EQUAL', value: now }],
      orderBy: 'dueAt',
      limit: maxOutboxItems,
      fields: ['dueAt', 'kind'],
    }),
    firestore.query({
      collection: 'outbox',
      where: [{ field: 'attempts', is: 'GREATER_THAN_OR_EQUAL', value: manyAttempts }],
      orderBy: 'attempts',
      limit: maxOutboxItems,
      fields: ['pendingSince'],
    }),
  ])
  if (!due.ok) return due
  if (!retried.ok) return retried
  return succeed({ due: due.value.documents, retried: retried.value.documents })
}

const secondsSince = (time: unknown, now: Date) =>
  time instanceof Date ? Math.round((now.getTime() - time.getTime()) / 1000) : 0

/**
 * `due`: items that should run now. `unknown`: due items that only a newer version can run. `retried`: items tried at
 * least five times. The oldest item's age is in seconds.
 */
export function checkOutbox({ due, retried }: OutboxState, now: Date): HealthCheck {
  const runnable = due.filter(({ fields }) => isKnownKind(fields.kind))
  const delay = secondsSince(due[0]?.fields.dueAt, now) * 1000
  const ages = retried.map(({ fields }) => secondsSince(fields.pendingSince, now))
  return {
    name: 'outbox',
    state: delay > maxTolerableDelay || retried.length > 0 ? 'attention' : 'ok',
    figures: {
      due: runnable.length,
      oldestDueSeconds: secondsSince(runnable[0]?.fields.dueAt, now),
      unknown: due.length - runnable.length,
      retried: retried.length,
      oldestRetriedSeconds: Math.max(0, ...ages),
    },
  }
}
