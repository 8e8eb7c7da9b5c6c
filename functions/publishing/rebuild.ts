/**
 * Has the site built where that is due: called by the queue after something was published, and every
 * minute for what the queue has lost, for retries, and for builds of which nothing more is heard.
 */
import {
  nextStep,
  type RebuildStep,
  settled,
  withFailure,
  withStart,
} from '../../src/domain/rebuild.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { FirestoreFailure } from '../adapters/firestore.ts'
import type { Job } from '../cron/job.ts'
import type { Services } from '../http/context.ts'
import { builtUpTo } from './built.ts'
import { changeRebuild } from './rebuild-record.ts'

/**
 * Answers what was done. The start is noted before it is made, so that nobody else makes it as well;
 * whoever dies in between is found out after `startPatience`, and it is made again.
 */
export async function lookAfterRebuild(
  services: Services,
): Promise<Result<RebuildStep, FirestoreFailure>> {
  const { firestore, rebuildHook, now, log } = services
  if (!rebuildHook) return succeed('skip')
  const built = await builtUpTo(services)
  let step: RebuildStep = 'skip'
  const noted = await changeRebuild(firestore, (rebuild) => {
    step = 'skip'
    if (!rebuild) return null
    const current = settled(rebuild, built, now())
    step = nextStep(current, now())
    if (step === 'start') return withStart(current)
    return current === rebuild ? null : current
  })
  if (!noted.ok) return noted
  // Changed by the closure, which TypeScript does not see.
  if ((step as RebuildStep) !== 'start') return succeed(step)
  const started = await rebuildHook()
  if (!started.ok) log('rebuild_not_started', { reason: started.failure })
  const told = await changeRebuild(firestore, (rebuild) => {
    // It has arrived already, or said that it failed.
    if (!rebuild?.startedAt) return null
    if (started.ok) return { ...rebuild, isTaken: true }
    return withFailure(rebuild, { at: now(), kind: 'start', reason: started.failure })
  })
  return told.ok ? succeed(step) : told
}

export const rebuildJob = (services: Services): Job => ({
  name: 'rebuild',
  async run() {
    const step = await lookAfterRebuild(services)
    if (!step.ok) return step
    return succeed({ done: step.value === 'skip' ? 0 : 1, failed: 0, waitingSince: null })
  },
})
