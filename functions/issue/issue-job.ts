/** Sends approved issues at their time, and finds messages of the queue that were lost. */
import { z } from 'zod'
import { sendingStates } from '../../src/domain/issue/sending.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import type { Job } from '../cron/cron-job.ts'
import { advanceIssue } from './advance-issue.ts'
import type { IssueDeps } from './issue-deps.ts'

/** `sendings/{slug}`: issues that are approved and not finished. Their Durable Objects have the rest. */
const activeIssueSchema = z.object({ state: z.enum(sendingStates) })

export const activeIssuePath = (slug: string) => `sendings/${slug}`

/** Before the approval itself, so that no approved issue is forgotten. */
export async function addActiveIssue(
  firestore: Firestore,
  slug: string,
): Promise<Result<void, FirestoreFailure>> {
  const fields: z.input<typeof activeIssueSchema> = { state: 'approved' }
  const added = await firestore.commit([{ set: activeIssuePath(slug), fields }])
  return added.ok ? succeed(undefined) : added
}

export const createIssuesJob = (deps: IssueDeps): Job => ({
  name: 'issues',
  async run() {
    const found = await deps.firestore.query({ collection: 'sendings' })
    if (!found.ok) return found
    let done = 0
    for (const { id, fields, updateTime } of found.value.documents) {
      const sending = await advanceIssue(deps, id)
      const isOver = sending?.state === 'finished' || sending?.state === 'cancelled'
      if (isOver) {
        const removed = await deps.firestore.commit([
          { remove: activeIssuePath(id), ifUpdatedAt: updateTime },
        ])
        if (!removed.ok && removed.failure.kind !== 'conflict') return removed
      } else if (sending && sending.state !== fields.state) {
        const updated = await deps.firestore.commit([
          { set: activeIssuePath(id), fields: { state: sending.state }, ifExists: true },
        ])
        if (!updated.ok && updated.failure.kind !== 'conflict') return updated
      }
      done++
    }
    return succeed({ done, failed: 0, waitingSince: null })
  },
})
