/**
 * Removes expired records, so that no personal data is stored longer than needed. README.md, "Retention", lists
 * everything else that expires, and the records that never do.
 */
import { type Result, succeed } from '../../src/domain/result.ts'
import type { RetentionRule } from '../capability.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { retentionRules } from './installed.ts'

const pageSize = 100

async function isKept(
  { firestore }: JobDeps,
  { findReasons }: RetentionRule,
  id: string,
): Promise<Result<boolean, FirestoreFailure>> {
  if (!findReasons) return succeed(false)
  const reasons = await firestore.getAll(findReasons(id))
  return reasons.ok ? succeed(reasons.value.some((reason) => reason !== null)) : reasons
}

/** Costs a database read per collection, plus a read and a delete per record (four reads for a checkout). */
export const createRetentionJob = (deps: JobDeps): Job => ({
  name: 'retention',
  async run(run) {
    const { firestore } = deps
    let done = 0
    let failed = 0
    for (const rule of retentionRules) {
      const { collection, field } = rule
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
        let keeps = false
        for (const { id, updateTime } of found.value.documents) {
          const kept = await isKept(deps, rule, id)
          if (!kept.ok) return kept
          if (kept.value) {
            keeps = true
            continue
          }
          const path = `${collection}/${id}`
          const removed = await firestore.commit([{ remove: path, ifUpdatedAt: updateTime }])
          // The record has been paid for or extended since it was read.
          if (!removed.ok && removed.failure.kind !== 'conflict') return removed
          if (removed.ok) done++
          else failed++
        }
        if (found.value.documents.length < pageSize || failed > before || keeps) break
      }
    }
    return succeed({ done, failed, waitingSince: null })
  },
})
