/** Serves reports to the desk's command line and pages. */
import type { DeskPage, Now } from '../../../src/contracts/pages/desk-page.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { slugPattern } from '../../../src/domain/slug.ts'
import { type Report, type ReportName, reportNames } from '../../../src/domain/statistics/report.ts'
import type { DeskFailure, LoadDeskPage } from '../../desk/desk-pages.ts'
import { type Handle, refuse, refuseUnavailable } from '../../identity/handler.ts'
import { createSendings } from '../../issue/sendings.ts'
import { getErrorName } from '../../platform/error-name.ts'
import { createFunnelReport } from './funnel-report.ts'
import { createGiftsReport } from './gifts-report.ts'
import { createMeterReport } from './meter-report.ts'
import { createNow } from './now.ts'
import { createOverviewReport } from './overview-report.ts'
import { createPlansReport } from './plans-report.ts'
import { createReportContext, type ReportContext } from './report-context.ts'
import type { ReportsDeps } from './reports-deps.ts'
import { createStoryReport } from './story-report.ts'
import { createWeeklyReport } from './weekly-report.ts'

const createReports: Readonly<
  Record<ReportName, (context: ReportContext, deps: ReportsDeps) => Promise<Report>>
> = {
  overview: createOverviewReport,
  funnel: createFunnelReport,
  plans: createPlansReport,
  weekly: (context, { env }) =>
    createWeeklyReport(context, (slug) => createSendings(env.ISSUE_SENDING).call(slug, 'read')),
  gifts: createGiftsReport,
  meter: createMeterReport,
}

/** Catches the exceptions that D1 and Durable Objects throw if they are unavailable. */
async function tryReport<Value>(
  make: () => Promise<Result<Value, DeskFailure>>,
): Promise<Result<Value, DeskFailure>> {
  try {
    return await make()
  } catch (error) {
    return fail({ kind: 'unavailable', reason: getErrorName(error) })
  }
}

const loadReport = (deps: ReportsDeps, name: ReportName) =>
  tryReport(async () => succeed(await createReports[name](createReportContext(deps), deps)))

const loadStoryReport = (deps: ReportsDeps, slug: string) =>
  tryReport<Report>(async () => {
    const report = await createStoryReport(createReportContext(deps), slug)
    if (!report.ok) return fail({ kind: 'unavailable', reason: report.failure.kind })
    return report.value ? succeed(report.value) : fail({ kind: 'notFound' })
  })

const loadNow = (deps: ReportsDeps) =>
  tryReport<Now>(async () => succeed(await createNow(createReportContext(deps))))

function answer(deps: ReportsDeps, report: Result<Report, DeskFailure>) {
  if (report.ok) return report
  return report.failure.kind === 'notFound'
    ? refuse('not_found')
    : refuseUnavailable(deps, 'report_unavailable', { reason: report.failure.reason })
}

export const getReport: Handle<'GET /api/statistics/:name', ReportsDeps> = async (
  { name },
  _,
  deps,
) => answer(deps, await loadReport(deps, name))

export const getStoryReport: Handle<'GET /api/statistics/stories/:slug', ReportsDeps> = async (
  { slug },
  _,
  deps,
) => answer(deps, await loadStoryReport(deps, slug))

const path = '/desk/statistics'

const toPage = (
  { request }: ReportsDeps,
  report: Result<Report, DeskFailure>,
  now: Now | null = null,
): Result<DeskPage, DeskFailure> =>
  report.ok
    ? succeed({ path, report: report.value, current: new URL(request.url).pathname, now })
    : report

const isReportName = (name: string | undefined): name is ReportName =>
  reportNames.includes(name as ReportName) && name !== 'overview'

/** The statistics pages by path. */
export const statisticsPages: Readonly<Record<string, LoadDeskPage>> = {
  [path]: async (deps) => {
    const now = await loadNow(deps)
    return now.ok ? toPage(deps, await loadReport(deps, 'overview'), now.value) : now
  },
  [`${path}/now`]: async (deps) => {
    const now = await loadNow(deps)
    return now.ok ? succeed({ path: '/desk/statistics-now', now: now.value }) : now
  },
  [`${path}/:name`]: async (deps, { name }) =>
    isReportName(name) ? toPage(deps, await loadReport(deps, name)) : fail({ kind: 'notFound' }),
  [`${path}/stories/:slug`]: async (deps, { slug = '' }) =>
    slugPattern.test(slug)
      ? toPage(deps, await loadStoryReport(deps, slug))
      : fail({ kind: 'notFound' }),
}
