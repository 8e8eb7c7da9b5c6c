import { getPeriod } from '../../../src/domain/statistics/periods.ts'
import type { Report } from '../../../src/domain/statistics/report.ts'
import { readNumbers, readPeriod } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import {
  addPeriod,
  createGroupsTable,
  createSourceGroups,
  createStatisticsTable,
} from './report-tables.ts'

const note = 'The 28 full days before today.'

export async function createFunnelReport(context: ReportContext): Promise<Report> {
  const { database, clock } = context
  const bySource = await readPeriod(getPeriod(clock.today, 28), (days) =>
    readNumbers(database, { days }, 'source'),
  )
  const compared = { comparedWith: 'the 28 days before', ...addPeriod(bySource) }
  return createReport(context, {
    title: 'Funnel',
    tables: [
      createStatisticsTable(
        {
          id: 'funnel',
          title: 'From view to subscription',
          note: `${note} Each step is counted separately: a reader may view a story today and subscribe next week.`,
          rowHeading: 'Step',
          chart: 'bars',
        },
        ['views', 'walls', 'checkouts', 'starts'],
        [{ label: 'Count', ...compared }],
      ),
      createStatisticsTable(
        { id: 'rates', title: 'From one step to the next', note, rowHeading: 'Rate' },
        ['wallRate', 'checkoutRate', 'startRate', 'startsPerThousand'],
        [{ label: 'Share', ...compared }],
      ),
      createGroupsTable(
        {
          id: 'sources',
          title: 'By source',
          note: `${note} Views and paywalls by where the reader came from; subscriptions by how the reader’s visit began.`,
          rowHeading: 'Source',
        },
        ['views', 'walls', 'wallRate', { figure: 'starts', label: 'Started' }],
        createSourceGroups(bySource.now),
      ),
    ],
  })
}
