/**
 * Removes addresses that were never confirmed: somebody else may have typed them. What their owners have chosen
 * before remains.
 */
import { withdrawRequest } from '../../src/domain/newsletter/newsletter-entry.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../adapters/firestore.ts'
import type { Job } from '../cron/cron-job.ts'
import type { JobDeps } from '../cron/due-records.ts'
import { createSafeWrite, getEntryPath, parseEntry } from './newsletter-list.ts'

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
      })
      if (!found.ok) return found
      const { documents } = found.value
      const before = failed
      for (const document of documents) {
        const withdrawn = await withdraw(firestore, document)
        // Confirmed or requested again meanwhile.
        if (!withdrawn.ok && withdrawn.failure.kind !== 'conflict') return withdrawn
        if (withdrawn.ok) done++
        else failed++
      }
      if (documents.length < pageSize || failed > before) break
    }
    return succeed({ done, failed, waitingSince: null })
  },
})

async function withdraw(
  firestore: Firestore,
  document: StoredDocument,
): Promise<Result<unknown, FirestoreFailure>> {
  const path = getEntryPath(document.id)
  const stored = parseEntry(path, document)
  const remaining = stored.ok && stored.value.entry && withdrawRequest(stored.value.entry)
  return firestore.commit([
    remaining
      ? createSafeWrite(path, document.updateTime, remaining)
      : { remove: path, ifUpdatedAt: document.updateTime },
  ])
}
