/**
 * Runs the jobs in parallel. A lease in Firestore prevents overlapping runs, and expires if the Worker is stopped.
 * Costs one read and two writes, besides the jobs' own.
 */
import {
  type Cron,
  cronSchema,
  isJobDue,
  type JobName,
  type JobReport,
  runBudget,
  runLease,
} from '../../../src/domain/cron.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { CircuitBreaker } from '../adapters/circuit-breaker.ts'
import { createSafeWrite, type Firestore, type FirestoreFailure } from '../adapters/firestore.ts'
import { catchExceptions, type Job, type Run } from './cron-job.ts'
import type { JobDeps } from './due-records.ts'

export const cronPath = 'operations/cron'

type StoredCron = { readonly cron: Cron | null; readonly updateTime: string | null }

export async function readCron(
  firestore: Firestore,
): Promise<Result<StoredCron, FirestoreFailure>> {
  const stored = await firestore.get(cronPath)
  if (!stored.ok) return stored
  // Replaces a malformed record.
  const parsed = cronSchema.safeParse(stored.value?.fields)
  return succeed({
    cron: parsed.success ? parsed.data : null,
    updateTime: stored.value?.updateTime ?? null,
  })
}

type Lease = { readonly cron: Cron; readonly updateTime: string }

/** Fails with `conflict` while another run has the lease. */
async function acquireLease({ firestore, now }: JobDeps): Promise<Result<Lease, FirestoreFailure>> {
  const stored = await readCron(firestore)
  if (!stored.ok) return stored
  const { cron, updateTime } = stored.value
  const startedAt = now()
  if (cron && cron.leaseUntil > startedAt) return fail({ kind: 'conflict' })
  const leased: Cron = {
    payPalUnavailableUntil: null,
    jobs: {},
    ...cron,
    run: crypto.randomUUID(),
    startedAt,
    leaseUntil: new Date(startedAt.getTime() + runLease),
  }
  const written = await firestore.commit([createSafeWrite(cronPath, updateTime, leased)])
  if (!written.ok) return written
  return succeed({ cron: leased, updateTime: written.value.updateTimes[0]! })
}

export type Jobs = {
  readonly jobs: readonly Job[]
  /** Null if nothing is sold. */
  readonly breaker: CircuitBreaker | null
}

/** `createJobs` receives the time until which PayPal counts as unavailable. */
export async function runCron(
  deps: JobDeps,
  createJobs: (payPalUnavailableUntil: Date | null) => Jobs,
): Promise<void> {
  const { firestore, now, log } = deps
  const lease = await acquireLease(deps)
  if (!lease.ok) {
    log('cron_not_run', { reason: lease.failure.kind })
    return
  }
  const { cron, updateTime } = lease.value
  const { startedAt } = cron
  const run: Run = {
    startedAt,
    hasTime: () => now().getTime() - startedAt.getTime() < runBudget,
  }
  const { jobs, breaker } = createJobs(cron.payPalUnavailableUntil)
  const reports = await Promise.all(
    jobs.map(async (job): Promise<[JobName, JobReport]> => {
      const previousReport = cron.jobs[job.name]
      if (previousReport && !isJobDue(job.name, previousReport, startedAt))
        return [job.name, previousReport]
      return [job.name, await runJob(deps, run, job, previousReport)]
    }),
  )
  const committed = await firestore.commit([
    {
      set: cronPath,
      fields: {
        ...cron,
        leaseUntil: now(),
        payPalUnavailableUntil: breaker?.openUntil() ?? null,
        jobs: Object.fromEntries(reports),
      },
      ifUpdatedAt: updateTime,
    },
  ])
  if (!committed.ok) log('cron_not_reported', { run: cron.run, reason: committed.failure.kind })
}

async function runJob(
  { now, log }: JobDeps,
  run: Run,
  job: Job,
  previousReport: JobReport | undefined,
): Promise<JobReport> {
  const outcome = await catchExceptions(() => job.run(run))
  if (outcome.ok) return { ...outcome.value, ranAt: now(), error: null }
  const { failure } = outcome
  const reason = failure.kind === 'threw' ? `threw ${failure.reason}` : failure.kind
  log('job_failed', { job: job.name, reason })
  const waitingSince = previousReport?.waitingSince ?? run.startedAt
  return { done: 0, failed: 0, waitingSince, ranAt: now(), error: failure.kind }
}
