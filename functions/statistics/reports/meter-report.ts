import { formatLabel } from '../../../src/domain/statistics/format-statistic.ts'
import { formatMeterStep, meterSteps } from '../../../src/domain/statistics/meter-steps.ts'
import { getMonths } from '../../../src/domain/statistics/periods.ts'
import type { Report } from '../../../src/domain/statistics/report.ts'
import { readMeterSteps } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import { createGroupsTable } from './report-tables.ts'

const monthCount = 3

export async function createMeterReport(context: ReportContext): Promise<Report> {
  const months = getMonths(context.clock.today, monthCount).months.toReversed()
  const rows = await readMeterSteps(context.database, months)
  const createTable = (month: string) => {
    const countReached = (step: number) =>
      rows.find((row) => row.month === month && row.step === step)?.readers ?? 0
    return createGroupsTable(
      {
        id: `month-${'abcdefghijkl'[Number(month.slice(5)) - 1]}`,
        title: `Where readers stop: ${formatLabel(month)}`,
        note: 'Free stories that guests and readers with an account used in the month.',
        rowHeading: 'Used',
        chart: 'bars',
      },
      ['meterReaders', 'meterShare'],
      meterSteps.map((step) => ({
        label: formatMeterStep(step),
        now: {
          // A reader who reached a step but not the next one has stopped there.
          meterReaders: countReached(step) - countReached(step + 1),
          allMeterReaders: countReached(1),
        },
      })),
    )
  }
  return createReport(context, { title: 'The meter', tables: months.map(createTable) })
}
