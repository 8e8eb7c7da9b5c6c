import type { Capability } from '../capability.ts'
import { createDeskPageHandler } from '../desk/desk-pages.ts'
import { limitPageRequests } from '../pages/rendered-pages.ts'
import { collectEvents } from './collecting/collect-handler.ts'
import { createTransitionsJob } from './records/transitions-job.ts'
import { createDailyStatisticsJob } from './reports/daily-statistics-job.ts'
import { createMostReadHandler } from './reports/most-read.ts'
import { createMostReadJob } from './reports/most-read-job.ts'
import { createOldStatisticsJob } from './reports/old-statistics-job.ts'
import { getReport, getStoryReport, statisticsPages } from './reports/report-handlers.ts'
import type { ReportsDeps } from './reports/reports-deps.ts'
import { getStatistics, putStatistics } from './reports/statistics-backup-handlers.ts'

const createServices = () => ({ getMostRead: createMostReadHandler() })

type MostReadDeps = ReportsDeps & ReturnType<typeof createServices>

type JobsDeps = Parameters<typeof createTransitionsJob>[0] & Parameters<typeof createMostReadJob>[0]

export const statistics = {
  routes: {
    'POST /api/collect': collectEvents,
    'GET /api/figures/:table': getStatistics,
    'PUT /api/figures/:table': putStatistics,
    'GET /api/statistics/:name': getReport,
    'GET /api/statistics/stories/:slug': getStoryReport,
    'GET /api/most-read': (input, caller, deps: MostReadDeps) =>
      deps.getMostRead(input, caller, deps),
  },
  pages: Object.fromEntries(
    Object.entries(statisticsPages).map(([path, load]) => [
      `GET ${path}`,
      [limitPageRequests('desk'), createDeskPageHandler('statistics', load)],
    ]),
  ),
  services: createServices,
  jobs: (deps: JobsDeps) => [
    createDailyStatisticsJob(deps),
    createOldStatisticsJob(deps),
    createTransitionsJob(deps),
    createMostReadJob(deps),
  ],
} satisfies Capability
