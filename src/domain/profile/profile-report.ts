/**
 * `profileReports/{uid}`: what visitors have reported about a reader's page. Of those who report, only a hash of their
 * network is stored, until the editors are told. The editors get an email, one a day for each page at most, and few a day for all of them together.
 */
import { z } from 'zod'
import { day } from '../duration.ts'

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
  /** As the page was stored then, at the address that was reported. Null in older reports, some of which have no bio. */
  page: z
    .object({ handle: z.string(), name: z.string(), bio: z.string().default('') })
    .nullable()
    .default(null),
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
  /** Hashes of the networks whose report the next email counts. */
  networks: z.array(z.string()).default([]),
  /** Reports that the next email has no room for. */
  more: z.partialRecord(z.enum(reportReasons), z.int().min(0)).default({}),
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
 * Different reports of one page that wait for the next email, by reason: harmless ones keep no others away. If there are
 * more, chance selects them, each as likely as the others: somebody who sends many can't choose what the editors read. So
 * many of each reason that the editors know already are kept too, to recognise repeated ones.
 */
export const maxReportsPerReason = 20

/** Networks of which a page's second report before the next email is recognised: the latest ones. */
export const maxCountedNetworks = 500

/** Milliseconds after the last email. */
const emailInterval = day
const reportLifetime = 90 * day

type AddedReport = Pick<ProfileReport, 'reason' | 'details' | 'page'>

/**
 * Null if nothing is new: the same words again, or another report of the same network before the next email. Reports from
 * before the page changed have no such effect: otherwise a reader could have a harmless page reported, then change it. `random`: at least 0 and less than 1.
 */
export function addReport(
  stored: ProfileReports | null,
  report: AddedReport,
  {
    now,
    pageChangedAt,
    network,
    random,
  }: {
    readonly now: Date
    readonly pageChangedAt: Date
    readonly network: string
    readonly random: number
  },
): ProfileReports | null {
  const { toldAt = null, networks = [], more = {} } = stored ?? {}
  const untold = stored ? selectUntold(stored) : []
  const aboutPage = stored?.reports.filter(({ at }) => at >= pageChangedAt) ?? []
  const told = aboutPage.filter((one) => !untold.includes(one))
  const isKnown = aboutPage.some(
    (one) => one.reason === report.reason && one.details === report.details,
  )
  if (isKnown || networks.includes(network)) return null
  const remembered = reportReasons.flatMap((one) =>
    told.filter(({ reason }) => reason === one).slice(-maxReportsPerReason),
  )
  const { waiting, left } = selectWaiting(untold, { ...report, at: now }, more, random)
  const dueAt = toldAt ? new Date(Math.max(now.getTime(), toldAt.getTime() + emailInterval)) : now
  return {
    reports: [...remembered, ...waiting],
    toldAt,
    dueAt,
    attempts: 0,
    networks: [...networks, network].slice(-maxCountedNetworks),
    more: left,
    isUrgent: isUrgent(waiting),
  }
}

/** Reservoir sampling: of all reports of one reason, each has the same chance to be among those that wait. */
function selectWaiting(
  untold: readonly ProfileReport[],
  added: ProfileReport,
  more: ProfileReports['more'],
  random: number,
): { readonly waiting: readonly ProfileReport[]; readonly left: ProfileReports['more'] } {
  const { reason } = added
  const alike = untold.filter((one) => one.reason === reason)
  if (alike.length < maxReportsPerReason) return { waiting: [...untold, added], left: more }
  const seen = alike.length + (more[reason] ?? 0) + 1
  const left = { ...more, [reason]: seen - alike.length }
  const replaced = alike[Math.floor(random * seen)]
  if (!replaced) return { waiting: untold, left }
  return { waiting: [...untold.filter((one) => one !== replaced), added], left }
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
  networks: [],
  more: {},
  isUrgent: false,
})

/** The number of reports for which the next email has no room. */
export const countLeft = ({ more }: Pick<ProfileReports, 'more'>): number =>
  Object.values(more).reduce((sum, count) => sum + count, 0)
