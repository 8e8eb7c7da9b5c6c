/**
 * `profileReports/{uid}`: what visitors have reported about a reader's page. Nothing is stored about those who
 * report. The editors get an email, one a day for each page at most, and few a day for all of them together.
 */
import { z } from 'zod'

export const reportReasons = ['impersonation', 'abuse', 'spam', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const maxReportDetailsLength = 500

export const reportDetailsSchema = z
  .string()
  .max(4 * maxReportDetailsLength)
  .transform((typed) => typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim())
  .pipe(
    z
      .string()
      .max(maxReportDetailsLength)
      .regex(/^(?:[^\p{C}]|\u200c|\u200d)*$/u),
  )

const reportSchema = z.object({
  reason: z.enum(reportReasons),
  details: z.string(),
  at: z.date(),
})
export type ProfileReport = z.infer<typeof reportSchema>

export const profileReportsSchema = z.object({
  reports: z.array(reportSchema),
  /** When the editors were last sent an email; null before. */
  toldAt: z.date().nullable().default(null),
  /** For the cron job: when the next email, or the removal of the reports, is due. */
  dueAt: z.date(),
  attempts: z.int().default(0),
  /** Whether an email that is due tells of an impersonation: the cron job sends these first. */
  isUrgent: z.boolean().default(false),
})
export type ProfileReports = z.infer<typeof profileReportsSchema>

/**
 * Emails about single pages in 24 hours. One more is about all other pages that were reported: somebody who reports every
 * page mustn't fill the editors' inbox, nor use up what the email service sends for readers.
 */
export const maxReportEmails = 20

/** Reported pages that the summary has. The others wait for the next day. */
export const maxSummarizedPages = 100

/**
 * Different reports of one page that wait for the next email, by reason: harmless ones keep no others away. So many of
 * each reason that the editors know already are kept too, to recognise repeated ones.
 */
export const maxReportsPerReason = 20

const day = 24 * 60 * 60 * 1000
/** Milliseconds after the last email. */
const emailInterval = day
const reportLifetime = 90 * day

/**
 * Null if nothing is new: the same words again, or too many reports that wait for the next email. Reports that the editors
 * were told of before the page changed don't count: otherwise a reader could have a harmless page reported, then change
 * it.
 */
export function addReport(
  stored: ProfileReports | null,
  { reason, details }: Pick<ProfileReport, 'reason' | 'details'>,
  { now, pageChangedAt }: { readonly now: Date; readonly pageChangedAt: Date },
): ProfileReports | null {
  const { toldAt = null } = stored ?? {}
  const untold = stored ? selectUntold(stored) : []
  const isAboutPage = toldAt !== null && pageChangedAt <= toldAt
  const told = isAboutPage ? (stored?.reports.filter((one) => !untold.includes(one)) ?? []) : []
  const isKnown = [...told, ...untold].some(
    (one) => one.reason === reason && one.details === details,
  )
  const isFull = untold.filter((one) => one.reason === reason).length >= maxReportsPerReason
  if (isKnown || isFull) return null
  const remembered = reportReasons.flatMap((one) =>
    told.filter((report) => report.reason === one).slice(-maxReportsPerReason),
  )
  const reports = [...remembered, ...untold, { reason, details, at: now }]
  const dueAt = toldAt ? new Date(Math.max(now.getTime(), toldAt.getTime() + emailInterval)) : now
  return { reports, toldAt, dueAt, attempts: 0, isUrgent: isUrgent([...untold, { reason }]) }
}

const isUrgent = (reports: readonly Pick<ProfileReport, 'reason'>[]) =>
  reports.some(({ reason }) => reason === 'impersonation')

/** Reports of which no email has told yet. */
export const selectUntold = ({ reports, toldAt }: ProfileReports) =>
  reports.filter(({ at }) => toldAt === null || at > toldAt)

export const markTold = (stored: ProfileReports, now: Date): ProfileReports => ({
  ...stored,
  toldAt: now,
  dueAt: new Date(now.getTime() + reportLifetime),
  attempts: 0,
  isUrgent: false,
})
