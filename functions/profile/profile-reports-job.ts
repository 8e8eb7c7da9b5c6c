/** Notifies the editors of reported reader pages, and removes old reports. */
import { z } from 'zod'
import { day } from '../../src/domain/duration.ts'
import {
  countLeft,
  markTold,
  maxReportEmails,
  profileReportsSchema,
  selectUntold,
} from '../../src/domain/profile/profile-report.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { sendToEditors } from '../email/send-email.ts'
import type { FirestoreFailure, Query, StoredDocument } from '../platform/adapters/firestore.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import { handleDueRecords, type JobDeps } from '../platform/cron/due-records.ts'
import { readProfile, reportsPath } from './profile-records.ts'
import { createProfileReportEmail } from './profile-report-email.ts'
import { type ReportsDeps, summarizeReports, urgentReports } from './summarize-reports.ts'

export const createProfileReportsJob = (deps: ReportsDeps): Job => ({
  name: 'profileReports',
  async run(run) {
    const earlier = await readEmailTimes(deps)
    if (!earlier.ok) return earlier
    const emails = earlier.value
    const storeTimes = () =>
      deps.firestore.commit([{ set: emailTimesPath, fields: { sentAt: emails } }])
    /** Counts an email before it's sent, because an interrupted run may have sent it. */
    const tellEditors: typeof sendToEditors = async (...email) => {
      emails.push(deps.now())
      const counted = await storeTimes()
      if (!counted.ok) return fail({ kind: 'unavailable', reason: counted.failure.kind })
      const sent = await sendToEditors(...email)
      if (sent.ok) return sent
      emails.pop()
      // Unless its time is removed, a failed email counts for a day.
      await storeTimes()
      return sent
    }
    const handleDue = (where: Query['where']) =>
      handleDueRecords(
        deps,
        { ...run, hasTime: () => emails.length < maxReportEmails && run.hasTime() },
        {
          collection: 'profileReports',
          where,
          concurrency: 1,
          handle: (document) => handleReports(deps, document, tellEditors),
        },
      )
    const urgent = await handleDue([urgentReports])
    if (!urgent.ok) return urgent
    const others = await handleDue([])
    if (!others.ok) return others
    const handled = {
      ...others.value,
      done: urgent.value.done + others.value.done,
      failed: urgent.value.failed + others.value.failed,
    }
    if (emails.length !== maxReportEmails) return succeed(handled)
    const summarized = await summarizeReports(deps, run.startedAt, tellEditors)
    if (!summarized.ok) return summarized
    const { done, waitingSince } = summarized.value
    return succeed({ ...handled, done: handled.done + done, waitingSince })
  },
})

/** The times are stored separately from the reports, which deleting an account removes. */
const emailTimesPath = 'operations/profileReportEmails'
const emailTimesSchema = z.object({
  /** In ascending order. */
  sentAt: z.array(z.date()),
})

/** Reads when emails were sent in the last 24 hours. */
async function readEmailTimes({
  firestore,
  now,
}: JobDeps): Promise<Result<Date[], FirestoreFailure>> {
  const stored = await firestore.get(emailTimesPath)
  if (!stored.ok) return stored
  const { sentAt } = emailTimesSchema.safeParse(stored.value?.fields).data ?? { sentAt: [] }
  return succeed(sentAt.filter((at) => now().getTime() - at.getTime() < day))
}

/** If a new report conflicts with the write, the next run continues. */
async function handleReports(
  deps: ReportsDeps,
  { id: uid, fields, updateTime }: StoredDocument,
  tellEditors: typeof sendToEditors,
): Promise<Result<void, { readonly kind: string }>> {
  const { firestore, now, log } = deps
  const path = reportsPath(uid)
  const stored = profileReportsSchema.safeParse(fields).data
  const untold = stored ? selectUntold(stored) : []
  const found = await readProfile(firestore, uid)
  if (!found.ok) return found
  const profile = found.value?.profile
  if (!stored || !profile || untold.length === 0) {
    // The reports are malformed or expired, or the account has been deleted.
    const removed = await firestore.commit([{ remove: path, ifUpdatedAt: updateTime }])
    return removed.ok ? succeed(undefined) : removed
  }
  // A page that is switched off was on when it was reported, and may be on again a second later.
  if (profile.hidden === null) {
    if (!deps.emailConfig) return fail({ kind: 'noMailService' })
    const page = { uid, handle: profile.handle, reports: untold, left: countLeft(stored) }
    const email = createProfileReportEmail(page, deps.emailConfig.siteUrl)
    // Some email services use the id to detect a repeated email; with others, the editors may get a second copy.
    const id = `profile-report-${uid}-${untold.at(-1)!.at.getTime()}`
    const sent = await tellEditors(deps.emailConfig, email, id)
    if (!sent.ok && sent.failure.kind === 'unavailable') return sent
    if (!sent.ok) log('profile_report_not_sent', { uid, reason: sent.failure.kind })
  }
  const told = markTold(stored, now())
  const marked = await firestore.commit([{ set: path, fields: told, ifUpdatedAt: updateTime }])
  return marked.ok ? succeed(undefined) : marked
}
