/** Removes expired unlocks from readers' records, so that what somebody has read isn't stored longer than needed. */
import { createUnlockFields, storedUnlocksSchema } from '../../src/domain/paywall/stored-unlock.ts'
import { listCurrentUnlocks } from '../../src/domain/paywall/unlock.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'

const pageSize = 100

export const createUnlocksJob = ({ firestore, now }: JobDeps): Job => ({
  name: 'unlocks',
  async run(run) {
    let done = 0
    let failed = 0
    const triedIds = new Set<string>()
    while (run.hasTime()) {
      const found = await firestore.query({
        collection: 'users',
        where: [{ field: 'unlocksEndAt', is: 'LESS_THAN_OR_EQUAL', value: run.startedAt }],
        orderBy: 'unlocksEndAt',
        limit: pageSize,
        fields: ['unlocks'],
      })
      if (!found.ok) return found
      const documents = found.value.documents.filter(({ id }) => !triedIds.has(id))
      for (const { id, fields, updateTime } of documents) {
        triedIds.add(id)
        const unlocks = storedUnlocksSchema.safeParse(fields.unlocks).data ?? []
        const written = await firestore.commit([
          {
            set: `users/${id}`,
            fields: createUnlockFields(listCurrentUnlocks(unlocks, now())),
            merge: true,
            ifUpdatedAt: updateTime,
          },
        ])
        // The next run handles a record that has changed since it was read.
        if (!written.ok && written.failure.kind !== 'conflict') return written
        if (written.ok) done++
        else failed++
      }
      if (found.value.documents.length < pageSize || documents.length === 0) break
    }
    return succeed({ done, failed, waitingSince: null })
  },
})
