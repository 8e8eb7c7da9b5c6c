/** Removes addresses that were never confirmed: somebody else may have typed them. */
import { succeed } from '../../src/domain/result.ts'
import type { Job } from '../cron/cron-job.ts'
import type { JobDeps } from '../cron/due-records.ts'
import { getEntryPath } from './newsletter-list.ts'

const pageSize = 100

export const createNewsletterEntriesJob = ({ firestore }: JobDeps): Job => ({
  name: 'newsletterEntries',
  async run(run) {
    let done = 0
    let failed = 0
    while (run.hasTime()) {
      const found = await firestore.query({
        collection: 'newsletter',
        where: [{ field: 'pendingUntil', is: 'LESS_THAN_OR_EQUAL', value: run.startedAt }],
        orderBy: 'pendingUntil',
        limit: pageSize,
        fields: [],
      })
      if (!found.ok) return found
      const { documents } = found.value
      const before = failed
      for (const { id, updateTime } of documents) {
        const removed = await firestore.commit([
          { remove: getEntryPath(id), ifUpdatedAt: updateTime },
        ])
        // Confirmed or requested again meanwhile.
        if (!removed.ok && removed.failure.kind !== 'conflict') return removed
        if (removed.ok) done++
        else failed++
      }
      if (documents.length < pageSize || failed > before) break
    }
    return succeed({ done, failed, waitingSince: null })
  },
})
