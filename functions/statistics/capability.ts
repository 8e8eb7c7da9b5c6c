import type { Capability } from '../capability.ts'
import { createDeskPageHandler } from '../desk/desk-pages.ts'
import { limitPageRequests } from '../pages/rendered-pages.ts'
import { collectEvents } from './collecting/collect-handler.ts'
import { createTransitionsJob } from './records/transitions-job.ts'
import { createDailyFiguresJob } from './reports/daily-figures-job.ts'
import { getFigures, putFigures } from './reports/figures-handlers.ts'
import { createMostReadHandler } from './reports/most-read.ts'
import { createMostReadJob } from './reports/most-read-job.ts'
import { createOldFiguresJob } from './reports/old-figures-job.ts'
import { getReport, getStoryReport, statisticsPages } from './reports/report-handlers.ts'
import type { ReportsDeps } from './reports/reports-deps.ts'

const createServices = () => ({ getMostRead: createMostReadHandler() })

type MostReadDeps = ReportsDeps & ReturnType<typeof createServices>

type JobsDeps = Parameters<typeof createTransitionsJob>[0] & Parameters<typeof createMostReadJob>[0]

export const statistics = {
  routes: {
    'POST /api/collect': collectEvents,
    'GET /api/figures/:table': getFigures,
    'PUT /api/figures/:table': putFigures,
    'GET /api/statistics/:name': getReport,
    'GET /api/statistics/stories/:slug': getStoryReport,
    'GET /api/most-read': (input, caller, deps: MostReadDeps) =>
      deps.getMostRead(input, caller, deps),
  },
  pages: Object.fromEntries(
    Object.entries(statisticsPages).map(([path, load]) => [
      `GET ${path}`,
      [limitPageRequests('desk'), createDeskPageHandler(load)],
    ]),
  ),
  services: createServices,
  jobs: (deps: JobsDeps) => [
    createDailyFiguresJob(deps),
    createOldFiguresJob(deps),
    createTransitionsJob(deps),
    createMostReadJob(deps),
  ],
} satisfies Capability
