import { succeed } from '../../src/domain/result.ts'
import { updateReader } from '../identity/reader-records.ts'
import { createDeletionWrite } from '../outbox/outbox-writes.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'

/**
 * Flags the record, which ends all sessions. From then on, the cron job deletes the account (delete-reader.ts).
 * Operators aren't flagged, because the last one couldn't be replaced.
 */
export const requestDeletion = (firestore: Firestore, uid: string, now: Date) =>
  updateReader(
    firestore,
    uid,
    ({ deletionRequestedAt, role }) =>
      deletionRequestedAt || role === 'operator' ? null : { deletionRequestedAt: now },
    async () => succeed([createDeletionWrite(uid, now)]),
  )
