/** `operations/cron`: the lease that prevents overlapping cron runs, and each job's last report. */
import { z } from 'zod'
import { minute, second } from './duration.ts'

/** Milliseconds between two runs of a job. */
const jobIntervals = {
  articles: minute,
  rebuild: minute,
  /** Ends periods, pauses and grace periods; sends reminders. */
  subscriptionDates: minute,
  /** Outbox items that need only the email service. */
  emails: minute,
  /** Emails to addresses that were signed up for The Weekly. */
  newsletterEmails: minute,
  /** Removes addresses that were never confirmed from The Weekly's list. */
  newsletterEntries: 60 * minute,
  /** Emails editors about reported reader pages, and removes old reports. */
  profileReports: minute,
  /** Outbox items about gifts: sending cards, and updating the time of redeemed gifts. */
  gifts: minute,
  /** Sends approved issues of The Weekly. */
  issues: minute,
  /** Outbox items that need PayPal. */
  payPal: minute,
  /** Outbox items that ask PayPal about purchases that may be unapproved. Anyone can start many of them. */
  purchaseChecks: minute,
  deletions: minute,
  /** Compares every subscription with PayPal, once a night, in batches. */
  reconciliation: minute,
  /** Compares PayPal's movements of money with our records, once a night, in parts. */
  books: minute,
  outboxCheck: 60 * minute,
  /** Copies transition records to the statistics database. */
  transitions: minute,
  /** Finds the most-read stories. */
  mostRead: 5 * minute,
  /** Removes expired unlocks from readers' records. */
  unlocks: 60 * minute,
  /** Adds up the hours of past days (functions/statistics/). */
  dailyFigures: 60 * minute,
  /** Deletes old hourly statistics and batch ids. */
  oldFigures: 60 * minute,
  /** Removes expired records (functions/app/retention-job.ts). */
  retention: 60 * minute,
} as const
export type JobName = keyof typeof jobIntervals
const jobNames = Object.keys(jobIntervals) as [JobName, ...JobName[]]

/** Milliseconds after which a run starts no further records. */
export const runBudget = 40 * second

/**
 * The time for which a run holds its lease, longer than any run takes: the budget, three PayPal calls of 10 s and four
 * Firestore calls of 4 s.
 */
export const runLease = 2 * minute

/** A longer delay needs the operator's attention. */
export const maxTolerableDelay = 10 * minute

const jobReportSchema = z.object({
  ranAt: z.date(),
  done: z.int(),
  /** The number of records that failed in the last run and will be retried. */
  failed: z.int(),
  /** When the oldest record not handled by the run became due; null if there is none. */
  waitingSince: z.date().nullable(),
  error: z.string().nullable(),
})
export type JobReport = z.infer<typeof jobReportSchema>

export const cronSchema = z.object({
  /** The id of the run that has, or last had, the lease. */
  run: z.string(),
  startedAt: z.date(),
  leaseUntil: z.date(),
  /** When PayPal may be called again; null while it's available. */
  payPalUnavailableUntil: z.date().nullable(),
  jobs: z.partialRecord(z.enum(jobNames), jobReportSchema),
})
export type Cron = z.infer<typeof cronSchema>

export const isJobDue = (name: JobName, report: JobReport | undefined, now: Date): boolean =>
  // Runs are a minute apart, so a job due before the next run is due now.
  !report || now.getTime() - report.ranAt.getTime() >= jobIntervals[name] - minute

/** Returns the milliseconds for which the oldest due record has been waiting, or the job has been overdue. */
export function getDelay(name: JobName, { waitingSince, ranAt }: JobReport, now: Date): number {
  const sinceRun = now.getTime() - ranAt.getTime()
  const overdue = Math.max(0, sinceRun - jobIntervals[name])
  return waitingSince ? Math.max(overdue, now.getTime() - waitingSince.getTime()) : overdue
}
