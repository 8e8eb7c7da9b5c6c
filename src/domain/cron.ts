/**
 * `operations/cron`: the lease that keeps two runs of the cron jobs apart, and what each job reported
 * at the end of its last run.
 */
import { z } from 'zod'

const second = 1000
const minute = 60 * second

/** Each job with the time between two of its runs, in milliseconds. */
export const jobIntervals = {
  /** Publishes scheduled articles. */
  articles: minute,
  /** Starts rebuilds of the site. */
  rebuild: minute,
  /** Ends periods, pauses and grace periods; sends reminders. */
  subscriptionDates: minute,
  /** Outbox items that need the mail service only. */
  emails: minute,
  /** Outbox items that need PayPal. */
  payPal: minute,
  /** Outbox items that delete an account. */
  deletions: minute,
  /** Compares every subscription with PayPal, once a night, some in each run. */
  reconciliation: minute,
  /** Adds outbox items that are missing. */
  outboxCheck: 60 * minute,
} as const
export type JobName = keyof typeof jobIntervals
const jobNames = Object.keys(jobIntervals) as [JobName, ...JobName[]]

/** No job begins with another record after this much of a run. The next run begins after a minute. */
export const runBudget = 40 * second

/**
 * How long a run keeps others out if it never ends. It exceeds the budget by more than one record can
 * take: three calls to PayPal of 10 s each and four to Firestore of 4 s.
 */
export const runLease = 2 * minute

/** A job that is behind by more than this needs somebody's attention. */
export const tolerableDelay = 10 * minute

const jobReportSchema = z.object({
  ranAt: z.date(),
  /** Records handled in the last run. */
  done: z.int(),
  /** Records that failed in the last run, and are tried again later. */
  failed: z.int(),
  /** Since when the oldest record has been due that the run didn't get to; null if it got to all. */
  waitingSince: z.date().nullable(),
  /** Why the job itself failed; null if it didn't. */
  error: z.string().nullable(),
})
export type JobReport = z.infer<typeof jobReportSchema>

export const cronSchema = z.object({
  /** The run that has, or last had, the lease. */
  run: z.string(),
  startedAt: z.date(),
  leaseUntil: z.date(),
  /** PayPal isn't called before; null while it answers. */
  payPalAwayUntil: z.date().nullable(),
  jobs: z.partialRecord(z.enum(jobNames), jobReportSchema),
})
export type Cron = z.infer<typeof cronSchema>

/** Whether it is time for a job that reported this. */
export const isJobDue = (name: JobName, report: JobReport | undefined, now: Date): boolean =>
  // Runs are a minute apart: what is due before the next one is due now.
  !report || now.getTime() - report.ranAt.getTime() >= jobIntervals[name] - minute

/** Milliseconds: how long the oldest due record has been waiting, or the job has been overdue. */
export function delayOf(name: JobName, { waitingSince, ranAt }: JobReport, now: Date): number {
  const sinceRun = now.getTime() - ranAt.getTime()
  const overdue = Math.max(0, sinceRun - jobIntervals[name])
  return waitingSince ? Math.max(overdue, now.getTime() - waitingSince.getTime()) : overdue
}
