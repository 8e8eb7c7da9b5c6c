/** Tells the editors about reported reader pages, and removes old reports. */
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
    const told = await countTold(deps)
    if (!told.ok) return told
    let emails = told.value
    const tellEditors: typeof sendToEditors = (...email) => {
      emails++
      return sendToEditors(...email)
    }
    const handleDue = (where: Query['where']) =>
      handleDueRecords(
        deps,
        { ...run, hasTime: () => emails < maxReportEmails && run.hasTime() },
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
    if (emails !== maxReportEmails) return succeed(handled)
    const summarized = await summarizeReports(deps, run.startedAt)
    if (!summarized.ok) return summarized
    const { done, waitingSince } = summarized.value
    return succeed({ ...handled, done: handled.done + done, waitingSince })
  },
})

/**
 * Pages of which the editors were told in the last 24 hours; one more than `maxReportEmails` at most. More than that
 * were in a summary, after which no email is sent before the first of them is a day old.
 */
async function countTold({ firestore, now }: JobDeps): Promise<Result<number, FirestoreFailure>> {
  const found = await firestore.query({
    collection: 'profileReports',
    where: [{ field: 'toldAt', is: 'GREATER_THAN', value: new Date(now().getTime() - day) }],
    orderBy: 'toldAt',
    fields: ['toldAt'],
    limit: maxReportEmails + 1,
  })
  return found.ok ? succeed(found.value.documents.length) : found
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
    // They are malformed or have expired, or the account has been deleted.
    const removed = await firestore.commit([{ remove: path, ifUpdatedAt: updateTime }])
    return removed.ok ? succeed(undefined) : removed
  }
  // A page that is off was on when it was reported, and may be on again a second later.
  if (profile.hidden === null) {
    if (!deps.emailConfig) return fail({ kind: 'noMailService' })
    const page = { uid, handle: profile.handle, reports: untold, left: countLeft(stored) }
    const email = createProfileReportEmail(page, deps.emailConfig.siteUrl)
    // Some email services recognise a repeated email by it; from others, the editors may get a second copy.
    const id = `profile-report-${uid}-${untold.at(-1)!.at.getTime()}`
    const sent = await tellEditors(deps.emailConfig, email, id)
    if (!sent.ok && sent.failure.kind === 'unavailable') return sent
    if (!sent.ok) log('profile_report_not_sent', { uid, reason: sent.failure.kind })
  }
  const told = markTold(stored, now())
  const marked = await firestore.commit([{ set: path, fields: told, ifUpdatedAt: updateTime }])
  return marked.ok ? succeed(undefined) : marked
}
