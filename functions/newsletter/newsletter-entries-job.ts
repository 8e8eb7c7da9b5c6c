/**
 * Removes addresses that were never confirmed, because somebody else may have typed them. Their owners' earlier choices
 * are kept.
 */
import {
  type NewsletterEntry,
  withdrawRequest,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type StoredDocument,
} from '../platform/adapters/firestore.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { getEntryPath, parseEntry } from './newsletter-list.ts'

const pageSize = 100

export const createNewsletterEntriesJob = (deps: JobDeps): Job => ({
  name: 'newsletterEntries',
  async run(run) {
    let done = 0
    let failed = 0
    while (run.hasTime()) {
      const found = await deps.firestore.query({
        collection: 'newsletter',
        where: [{ field: 'pendingUntil', is: 'LESS_THAN_OR_EQUAL', value: run.startedAt }],
        orderBy: 'pendingUntil',
        limit: pageSize,
      })
      if (!found.ok) return found
      const { documents } = found.value
      const before = failed
      for (const document of documents) {
        const stored = parseEntry(getEntryPath(document.id), document)
        if (!stored.ok || !stored.value.entry) {
          // The entry may record that a reader has unsubscribed or complained, so it has to be corrected by hand.
          deps.log('newsletter_entry_invalid', { id: document.id })
          failed++
          continue
        }
        const withdrawn = await withdraw(deps.firestore, document, stored.value.entry)
        // The address has been confirmed or requested again since the query.
        if (!withdrawn.ok && withdrawn.failure.kind !== 'conflict') return withdrawn
        if (withdrawn.ok) done++
        else failed++
      }
      if (documents.length < pageSize || failed > before) break
    }
    return succeed({ done, failed, waitingSince: null })
  },
})

function withdraw(
  firestore: Firestore,
  { id, updateTime }: StoredDocument,
  entry: NewsletterEntry,
): Promise<Result<unknown, FirestoreFailure>> {
  const path = getEntryPath(id)
  const remaining = withdrawRequest(entry)
  return firestore.commit([
    remaining
      ? createSafeWrite(path, updateTime, remaining)
      : { remove: path, ifUpdatedAt: updateTime },
  ])
}
