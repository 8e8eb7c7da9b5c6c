/**
 * Adds outbox items that are missing from old records or after manual changes; without one, a record would wait for
 * ever. Costs two reads, plus one for each waiting record.
 */

import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, Query } from '../platform/adapters/firestore.ts'
import type { Job, Run } from '../platform/cron/cron-job.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { createDeletionWrite, createReconcileWrite } from './outbox-writes.ts'

type Item = ReturnType<typeof createDeletionWrite>

type Check = { readonly query: Query; readonly createItem: (id: string, now: Date) => Item }

const checks: readonly Check[] = [
  {
    query: {
      collection: 'subscriptions',
      where: [{ field: 'isReconciled', is: 'EQUAL', value: false }],
      fields: ['isReconciled'],
    },
    createItem: createReconcileWrite,
  },
  {
    query: {
      collection: 'users',
      where: [{ field: 'deletionRequestedAt', is: 'GREATER_THAN', value: new Date(0) }],
      orderBy: 'deletionRequestedAt',
      fields: ['deletionRequestedAt'],
    },
    createItem: createDeletionWrite,
  },
]

async function addMissingItems(
  firestore: Firestore,
  items: readonly Item[],
  run: Pick<Run, 'hasTime'>,
): Promise<Result<number, FirestoreFailure>> {
  const stored = await firestore.getAll(
    items.map(({ set }) => set),
    ['kind'],
  )
  if (!stored.ok) return stored
  let added = 0
  for (const item of items.filter((_, index) => !stored.value[index])) {
    if (!run.hasTime()) break
    const written = await firestore.commit([{ ...item, ifExists: false }])
    if (written.ok) added++
    else if (written.failure.kind !== 'conflict') return written
  }
  return succeed(added)
}

export const createOutboxCheckJob = ({ firestore, now, log }: JobDeps): Job => ({
  name: 'outboxCheck',
  async run(run) {
    let done = 0
    for (const { query, createItem } of checks) {
      if (!run.hasTime()) break
      for await (const page of firestore.pages(query)) {
        if (!page.ok) return page
        const items = page.value.documents.map(({ id }) => createItem(id, now()))
        const added = await addMissingItems(firestore, items, run)
        if (!added.ok) return added
        done += added.value
        if (!run.hasTime()) break
      }
    }
    if (done > 0) log('outbox_items_added', { items: done })
    return succeed({ done, failed: 0, waitingSince: null })
  },
})
