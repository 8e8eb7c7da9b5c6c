/**
 * Called from the queue after a change is published, and every minute for lost messages, retries and hanging builds.
 */
import {
  decideNextStep,
  type RebuildStep,
  recordFailure,
  recordStart,
  resolveRebuild,
} from '../../src/domain/rebuild.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { RebuildHook } from '../platform/adapters/rebuild-hook.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import type { Log } from '../platform/log.ts'
import { readBuiltAt } from './build-manifest.ts'
import { updateRebuild } from './rebuild-record.ts'

export type RebuildDeps = Parameters<typeof readBuiltAt>[0] & {
  readonly firestore: Firestore
  readonly rebuildHook: RebuildHook | null
  readonly now: () => Date
  readonly log: Log
}

/**
 * Stores the start before calling the hook, so that the hook is called only once. Calls it again after `startTimeout`.
 */
export async function advanceRebuild(
  services: RebuildDeps,
): Promise<Result<RebuildStep, FirestoreFailure>> {
  const { firestore, rebuildHook, now, log } = services
  if (!rebuildHook) return succeed('skip')
  const built = await readBuiltAt(services)
  let step: RebuildStep = 'skip'
  const updated = await updateRebuild(firestore, (rebuild) => {
    step = 'skip'
    if (!rebuild) return null
    const current = resolveRebuild(rebuild, built, now())
    step = decideNextStep(current, now())
    if (step === 'start') return recordStart(current)
    return current === rebuild ? null : current
  })
  if (!updated.ok) return updated
  // TypeScript doesn't detect that the closure assigns the variable.
  if ((step as RebuildStep) !== 'start') return succeed(step)
  const started = await rebuildHook()
  if (!started.ok) log('rebuild_not_started', { reason: started.failure })
  const recorded = await updateRebuild(firestore, (rebuild) => {
    // The build has already finished or failed.
    if (!rebuild?.startedAt) return null
    if (started.ok) return { ...rebuild, isAccepted: true }
    return recordFailure(rebuild, { at: now(), kind: 'start', reason: started.failure })
  })
  return recorded.ok ? succeed(step) : recorded
}

export const createRebuildJob = (services: RebuildDeps): Job => ({
  name: 'rebuild',
  async run() {
    const step = await advanceRebuild(services)
    if (!step.ok) return step
    return succeed({ done: step.value === 'skip' ? 0 : 1, failed: 0, waitingSince: null })
  },
})
