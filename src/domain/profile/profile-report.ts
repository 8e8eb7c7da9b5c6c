/**
 * `profileReports/{uid}`: visitors' reports about a reader's page. Only a hash of the visitor's network is stored, and
 * only until the editors are notified. The editors get at most one email a day about each page, and only a few a day
 * about all pages.
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
  /**
   * The page as it was stored at the time, at the reported address. Null in the oldest reports; later ones may lack a
   * bio.
   */
  page: z
    .object({ handle: z.string(), name: z.string(), bio: z.string().default('') })
    .nullable()
    .default(null),
  at: z.date(),
})
export type ProfileReport = z.infer<typeof reportSchema>

export const profileReportsSchema = z.object({
  reports: z.array(reportSchema),
  /** When the editors were last sent an email; null before the first. */
  toldAt: z.date().nullable().default(null),
  /** When the cron job has to send the next email or remove the reports. */
  dueAt: z.date(),
  attempts: z.int().default(0),
  /** Hashes of the networks whose reports the next email counts. */
  networks: z.array(z.string()).default([]),
  /** The number of reports that don't fit into the next email. */
  more: z.partialRecord(z.enum(reportReasons), z.int().min(0)).default({}),
  /** Whether a due email is about an impersonation; the cron job sends these first. */
  isUrgent: z.boolean().default(false),
})
export type ProfileReports = z.infer<typeof profileReportsSchema>

/**
 * The maximum number of emails about single pages in 24 hours. One further email covers all other reported pages:
 * somebody who reports every page must neither fill the editors' inbox nor use up the emails that readers need.
 */
export const maxReportEmails = 20

/** The maximum number of pages in the summary. The others wait for the next day. */
export const maxSummarizedPages = 100

/**
 * The maximum number of different reports about one page that wait for the next email, per reason, so that harmless
 * reports don't displace others. If there are more, they are selected at random with equal chances, so that somebody
 * who sends many can't choose what the editors read. The same number of reports that the editors have already received
 * is kept for each reason, to detect repeats.
 */
export const maxReportsPerReason = 20

/** The number of latest networks whose repeated reports about a page are detected before the next email. */
export const maxCountedNetworks = 500

/** Milliseconds between two emails about a page. */
const emailInterval = day
const reportLifetime = 90 * day

type AddedReport = Pick<ProfileReport, 'reason' | 'details' | 'page'>

/**
 * Returns null if nothing is new: the same words again, or another report from the same network before the next email.
 * Reports from before the page changed don't count here: otherwise a reader could have a harmless page reported, then
 * change it. `random` is at least 0 and less than 1.
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

/** Reservoir sampling: each of the reports with one reason has the same chance of being among those that wait. */
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

/** Returns the reports that no email has contained yet. */
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

/** Returns the number of reports that don't fit into the next email. */
export const countLeft = ({ more }: Pick<ProfileReports, 'more'>): number =>
  Object.values(more).reduce((sum, count) => sum + count, 0)
