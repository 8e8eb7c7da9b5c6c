/** Sends one email about all reported pages that are still due when the day's emails about single pages are used up. */
import {
  countLeft,
  markTold,
  maxSummarizedPages,
  type ProfileReports,
  profileReportsSchema,
  selectUntold,
} from '../../src/domain/profile/profile-report.ts'
import { readerProfileSchema } from '../../src/domain/profile/reader-profile.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { EmailConfig, sendToEditors } from '../email/send-email.ts'
import type { FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import type { JobOutcome } from '../platform/cron/cron-job.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { profilePath, reportsPath } from './profile-records.ts'
import { createReportSummaryEmail, type ReportedPage } from './profile-report-email.ts'

export type ReportsDeps = JobDeps & { readonly emailConfig: EmailConfig | null }

/** Reports of impersonation are sent to the editors first, however many other pages were reported. */
export const urgentReports = { field: 'isUrgent', is: 'EQUAL', value: true } as const

type UntoldReports = {
  readonly document: StoredDocument
  readonly reports: ProfileReports
  readonly page: ReportedPage
}

/**
 * Safe to interrupt: reports count as sent only once the email was accepted, and the others wait for the next day.
 * `done` contains the pages in the summary.
 */
export async function summarizeReports(
  deps: ReportsDeps,
  startedAt: Date,
  tellEditors: typeof sendToEditors,
): Promise<Result<Pick<JobOutcome, 'done' | 'waitingSince'>, FirestoreFailure>> {
  const { firestore, emailConfig, now, log } = deps
  const due = await readDue(deps, startedAt)
  if (!due.ok) return due
  const untold = await selectTellable(deps, due.value)
  if (!untold.ok) return untold
  const [first] = untold.value
  const waiting = succeed({ done: 0, waitingSince: first?.reports.dueAt ?? null })
  if (!first || !emailConfig) return waiting
  const email = createReportSummaryEmail(
    untold.value.map(({ page }) => page),
    emailConfig.siteUrl,
  )
  const id = `profile-reports-${first.document.id}-${startedAt.toISOString().slice(0, 10)}`
  const sent = await tellEditors(emailConfig, email, id)
  if (!sent.ok) {
    log('profile_reports_not_summarized', { reason: sent.failure.kind })
    if (sent.failure.kind === 'unavailable') return waiting
  }
  for (const { document, reports } of untold.value) {
    const { id: uid, updateTime } = document
    const fields = markTold(reports, now())
    const marked = await firestore.commit([
      { set: reportsPath(uid), fields, ifUpdatedAt: updateTime },
    ])
    // A new report may have been stored since; the next email includes all reports about that page.
    if (!marked.ok && marked.failure.kind !== 'conflict') return marked
  }
  return succeed({ done: untold.value.length, waitingSince: null })
}

async function readDue(
  { firestore }: ReportsDeps,
  startedAt: Date,
): Promise<Result<readonly StoredDocument[], FirestoreFailure>> {
  const due = new Map<string, StoredDocument>()
  for (const where of [[urgentReports], []]) {
    const found = await firestore.query({
      collection: 'profileReports',
      where: [...where, { field: 'dueAt', is: 'LESS_THAN_OR_EQUAL', value: startedAt }],
      orderBy: 'dueAt',
      limit: maxSummarizedPages,
    })
    if (!found.ok) return found
    for (const document of found.value.documents) due.set(document.id, document)
  }
  return succeed([...due.values()].slice(0, maxSummarizedPages))
}

/** Selects pages that can be reported now. The job handles the others when it may send emails again. */
async function selectTellable(
  { firestore }: ReportsDeps,
  documents: readonly StoredDocument[],
): Promise<Result<readonly UntoldReports[], FirestoreFailure>> {
  const profiles = await firestore.getAll(documents.map(({ id }) => profilePath(id)))
  if (!profiles.ok) return profiles
  return succeed(
    documents.flatMap((document, index): UntoldReports[] => {
      const reports = profileReportsSchema.safeParse(document.fields).data
      const profile = readerProfileSchema.safeParse(profiles.value[index]?.fields).data
      if (!reports || profile?.hidden !== null) return []
      const untold = selectUntold(reports)
      if (untold.length === 0) return []
      const { id: uid } = document
      const page = { uid, handle: profile.handle, reports: untold, left: countLeft(reports) }
      return [{ document, reports, page }]
    }),
  )
}
