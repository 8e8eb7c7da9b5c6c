import type { JobName, JobReport } from '../../../src/domain/cron.ts'
import { fail, type Result } from '../../../src/domain/result.ts'
import type { FirestoreFailure } from '../adapters/firestore.ts'
import { getErrorName } from '../error-name.ts'

export type Run = {
  readonly startedAt: Date
  /** Returns whether the time budget allows another record. */
  hasTime(): boolean
}

export type JobOutcome = Pick<JobReport, 'done' | 'failed' | 'waitingSince'>

export type Job = {
  readonly name: JobName
  run(run: Run): Promise<Result<JobOutcome, FirestoreFailure>>
}

export async function catchExceptions<Value, Failure>(
  make: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure | { readonly kind: 'threw'; readonly reason: string }>> {
  try {
    return await make()
  } catch (error) {
    return fail({ kind: 'threw', reason: getErrorName(error) })
  }
}
