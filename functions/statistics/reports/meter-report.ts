import { formatLabel } from '../../../src/domain/statistics/format-statistic.ts'
import { formatMeterStep, meterSteps } from '../../../src/domain/statistics/meter-steps.ts'
import { createRate, type Report, type Table } from '../../../src/domain/statistics/report.ts'
import { listMonths } from './plans-report.ts'
import { readMeterSteps } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'

const monthCount = 3

type MeterStep = Awaited<ReturnType<typeof readMeterSteps>>[number]

/** A reader who reached a step and not the next has stopped there. */
function createTable(rows: readonly MeterStep[], month: string): Table {
  const countReached = (step: number) =>
    rows.reduce((sum, row) => sum + (row.month === month && row.step === step ? row.readers : 0), 0)
  const whole = countReached(1)
  return {
    id: `month-${'abcdefghijkl'[Number(month.slice(5)) - 1]}`,
    title: `Where readers stop: ${formatLabel(month)}`,
    note: 'Free stories that guests and readers with an account used in the month.',
    rowHeading: 'Used',
    columns: [
      { label: 'Readers', figure: 'meterReaders' },
      { label: 'Share', figure: 'meterShare' },
    ],
    rows: meterSteps.map((step) => {
      const part = countReached(step) - countReached(step + 1)
      const share = createRate('meterShare', { part, whole })
      return { label: formatMeterStep(step), cells: [{ value: part }, share] }
    }),
    chart: 'bars',
  }
}

export async function createMeterReport(context: ReportContext): Promise<Report> {
  const months = listMonths(context.clock.today, monthCount).toReversed()
  const rows = await readMeterSteps(context.database, months)
  return createReport(context, {
    title: 'The meter',
    tables: months.map((month) => createTable(rows, month)),
  })
}
