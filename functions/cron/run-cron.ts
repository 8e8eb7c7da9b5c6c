/**
 * One run of the cron jobs. The jobs run side by side: one that fails, throws or waits holds up no
 * other. A lease in Firestore keeps a second run out while the first is going on; if the Worker stops,
 * the lease expires. Costs one read and two writes, and what the jobs cost.
 */
import {
  type Cron,
  cronSchema,
  isJobDue,
  type JobName,
  type JobReport,
  runBudget,
  runLease,
} from '../../src/domain/cron.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { CircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import type { Deps } from './due-records.ts'
import { isolate, type Job, type Run } from './job.ts'

export const cronPath = 'operations/cron'

type StoredCron = { readonly cron: Cron | null; readonly updateTime: string | null }

export async function readCron(
  firestore: Firestore,
): Promise<Result<StoredCron, FirestoreFailure>> {
  const stored = await firestore.get(cronPath)
  if (!stored.ok) return stored
  // A record that isn't one is replaced.
  const parsed = cronSchema.safeParse(stored.value?.fields)
  return succeed({
    cron: parsed.success ? parsed.data : null,
    updateTime: stored.value?.updateTime ?? null,
  })
}

type Lease = { readonly cron: Cron; readonly updateTime: string }

/** `conflict` while another run has the lease. */
async function takeLease({ firestore, now }: Deps): Promise<Result<Lease, FirestoreFailure>> {
  const stored = await readCron(firestore)
  if (!stored.ok) return stored
  const { cron, updateTime } = stored.value
  const startedAt = now()
  if (cron && cron.leaseUntil > startedAt) return fail({ kind: 'conflict' })
  const taken: Cron = {
    payPalAwayUntil: null,
    jobs: {},
    ...cron,
    run: crypto.randomUUID(),
    startedAt,
    leaseUntil: new Date(startedAt.getTime() + runLease),
  }
  const condition = updateTime === null ? { ifExists: false } : { ifUpdatedAt: updateTime }
  const written = await firestore.commit([{ set: cronPath, fields: taken, ...condition }])
  if (!written.ok) return written
  return succeed({ cron: taken, updateTime: written.value.updateTimes[0]! })
}

export type Jobs = {
  readonly jobs: readonly Job[]
  /** Of PayPal; null if nothing is sold. */
  readonly breaker: CircuitBreaker | null
}

/** `jobsOf` is told until when PayPal counts as away. */
export async function runCron(
  deps: Deps,
  jobsOf: (payPalAwayUntil: Date | null) => Jobs,
): Promise<void> {
  const { firestore, now, log } = deps
  const lease = await takeLease(deps)
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
  const { jobs, breaker } = jobsOf(cron.payPalAwayUntil)
  const reports = await Promise.all(
    jobs.map(async (job): Promise<[JobName, JobReport]> => {
      const before = cron.jobs[job.name]
      if (before && !isJobDue(job.name, before, startedAt)) return [job.name, before]
      return [job.name, await runJob(deps, run, job, before)]
    }),
  )
  const ended = await firestore.commit([
    {
      set: cronPath,
      fields: {
        ...cron,
        leaseUntil: now(),
        payPalAwayUntil: breaker?.awayUntil() ?? null,
        jobs: Object.fromEntries(reports),
      },
      ifUpdatedAt: updateTime,
    },
  ])
  if (!ended.ok) log('cron_not_reported', { run: cron.run, reason: ended.failure.kind })
}

async function runJob(
  { now, log }: Deps,
  run: Run,
  job: Job,
  before: JobReport | undefined,
): Promise<JobReport> {
  const outcome = await isolate(() => job.run(run))
  if (outcome.ok) return { ...outcome.value, ranAt: now(), error: null }
  const { failure } = outcome
  const reason = failure.kind === 'threw' ? `threw ${failure.reason}` : failure.kind
  log('job_failed', { job: job.name, reason })
  const waitingSince = before?.waitingSince ?? run.startedAt
  return { done: 0, failed: 0, waitingSince, ranAt: now(), error: failure.kind }
}
