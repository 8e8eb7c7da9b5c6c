/**
 * Removes records whose time is over, so that nothing about people is stored longer than needed. Everything else
 * that is removed by time, and what is never removed: README.md, "Retention".
 */
import { succeed } from '../../src/domain/result.ts'
import type { Job } from './cron-job.ts'
import type { JobDeps } from './due-records.ts'

/** Collections, with the field that says when a record is removed. A record without a time there stays. */
export const retentionRules = {
  /** Used signatures and webhook ids: one day, and 30. */
  providerEvents: 'expiresAt',
  /** Purchases that nobody paid, after 30 days. */
  checkouts: 'expiresAt',
  /** Gifts that nobody paid, with names, addresses and message, after 30 days. */
  gifts: 'expiresAt',
  /** Hashes of addresses that opened a story, after 30 days. */
  unlockAddresses: 'expiresAt',
  /** Access that was imported and has ended. */
  importedGrants: 'until',
} as const

const pageSize = 100

/** Costs a database read for each collection, and a read and a delete for each record. */
export const createRetentionJob = ({ firestore }: JobDeps): Job => ({
  name: 'retention',
  async run(run) {
    let done = 0
    let failed = 0
    for (const [collection, field] of Object.entries(retentionRules)) {
      while (run.hasTime()) {
        const found = await firestore.query({
          collection,
          where: [{ field, is: 'LESS_THAN_OR_EQUAL', value: run.startedAt }],
          orderBy: field,
          limit: pageSize,
          fields: [field],
        })
        if (!found.ok) return found
        const before = failed
        for (const { id, updateTime } of found.value.documents) {
          const path = `${collection}/${id}`
          const removed = await firestore.commit([{ remove: path, ifUpdatedAt: updateTime }])
          // Paid, or extended, meanwhile.
          if (!removed.ok && removed.failure.kind !== 'conflict') return removed
          if (removed.ok) done++
          else failed++
        }
        if (found.value.documents.length < pageSize || failed > before) break
      }
    }
    return succeed({ done, failed, waitingSince: null })
  },
})
