/**
 * The cron job that adds outbox items that are missing: a record that is to be reconciled with PayPal,
 * or an account that is to be deleted, without an item in the outbox would wait for ever. Every writer
 * adds the item in the commit that requires it, so this finds only records from before outbox items
 * existed, or from somebody who wrote to the database by hand. Costs two reads, and one for each
 * record that is waiting.
 */
import { deletionPath, owedNow, reconcilePath } from '../../src/domain/owed.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, Query, Write } from '../adapters/firestore.ts'
import type { Deps } from '../cron/due-records.ts'
import type { Job, Run } from '../cron/job.ts'

/** Added in one commit. */
type Item = Extract<Write, { set: string }>

type Check = { readonly query: Query; readonly itemOf: (id: string, now: Date) => Item }

const checks: readonly Check[] = [
  {
    query: {
      collection: 'subscriptions',
      where: [{ field: 'isAligned', is: 'EQUAL', value: false }],
      fields: ['isAligned'],
    },
    itemOf: (uid, now) => ({
      set: reconcilePath(uid),
      fields: owedNow({ kind: 'reconcile', uid }, now),
      ifExists: false,
    }),
  },
  {
    query: {
      collection: 'users',
      where: [{ field: 'leavingAt', is: 'GREATER_THAN', value: new Date(0) }],
      orderBy: 'leavingAt',
      fields: ['leavingAt'],
    },
    itemOf: (uid, now) => ({
      set: deletionPath(uid),
      fields: owedNow({ kind: 'deletion', reader: uid }, now),
      ifExists: false,
    }),
  },
]

async function addMissing(
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
    const written = await firestore.commit([item])
    if (written.ok) added++
    else if (written.failure.kind !== 'conflict') return written
  }
  return succeed(added)
}

export const outboxCheckJob = ({ firestore, now, log }: Deps): Job => ({
  name: 'outboxCheck',
  async run(run) {
    let done = 0
    for (const { query, itemOf } of checks) {
      for await (const page of firestore.pages(query)) {
        if (!page.ok) return page
        const items = page.value.documents.map(({ id }) => itemOf(id, now()))
        const added = await addMissing(firestore, items, run)
        if (!added.ok) return added
        done += added.value
      }
    }
    if (done > 0) log('outbox_items_added', { items: done })
    return succeed({ done, failed: 0, waitingSince: null })
  },
})
