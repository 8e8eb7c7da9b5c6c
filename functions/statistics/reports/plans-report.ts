import { hasAny, mergeNumbers, type NumberName } from '../../../src/domain/statistics/numbers.ts'
import { getMonths, getPeriod } from '../../../src/domain/statistics/periods.ts'
import type { Report } from '../../../src/domain/statistics/report.ts'
import { nameCancelReason, namePlan } from './labels.ts'
import { readPeriod, readTransitions } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import {
  addPeriod,
  createGroupsTable,
  createMonthsTable,
  createStatisticsTable,
  type Group,
} from './report-tables.ts'

const columns = [
  { figure: 'starts', label: 'Started' },
  { figure: 'renewals', label: 'Renewed' },
  { figure: 'paymentsFailed', label: 'Failed' },
  { figure: 'cancellations', label: 'Cancelled' },
  { figure: 'ended', label: 'Ended' },
  'revenue',
] as const

/** Every number that changes a cell is shown; otherwise, the rows' revenue wouldn't add up to the total. */
const shown = [
  'starts',
  'renewals',
  'paymentsFailed',
  'cancellations',
  'ended',
  'refunds',
  'giftsBought',
] as const

const figures = [
  'starts',
  'renewals',
  'paymentsFailed',
  'paymentsRecovered',
  'recoveryRate',
  'cancellations',
  'ended',
  'pauses',
  'offers',
  'refunds',
  'revenue',
] as const

/** Sorts groups in descending order. */
const sortBy = (name: NumberName, groups: readonly Group[]) =>
  groups.toSorted((one, other) => (other.now[name] ?? 0) - (one.now[name] ?? 0))

export async function createPlansReport(context: ReportContext): Promise<Report> {
  const { database, clock } = context
  const period = getPeriod(clock.today, 28)
  const year = getMonths(clock.today, 12)
  const [byPlan, byReason, byMonth] = await Promise.all([
    readPeriod(period, (days) => readTransitions(database, { days }, 'plan')),
    readPeriod(period, (days) => readTransitions(database, { days }, 'reason')),
    readTransitions(database, { days: year.days }, 'month'),
  ])
  const note = 'The 28 full days before today.'
  const comparedWith = 'the 28 days before'
  const cancelReasons = [...mergeNumbers(byReason.now, byReason.before)]
    .filter(([, both]) => hasAny(both, ['cancellations']))
    .map(([reason]) => ({
      label: nameCancelReason(reason),
      now: byReason.now.get(reason) ?? {},
      before: byReason.before.get(reason) ?? {},
    }))
  return createReport(context, {
    title: 'Plans and churn',
    tables: [
      createStatisticsTable({ id: 'figures', title: 'Starts and churn', note }, figures, [
        { label: '28 days', comparedWith, ...addPeriod(byPlan) },
      ]),
      createGroupsTable(
        { id: 'plans', title: 'By plan', note, rowHeading: 'Plan' },
        columns,
        sortBy(
          'starts',
          [...byPlan.now]
            .filter(([, now]) => hasAny(now, shown))
            .map(([plan, now]) => ({ label: namePlan(plan), now })),
        ),
      ),
      createGroupsTable(
        {
          id: 'reasons',
          title: 'Why subscriptions are cancelled',
          note: `${note} Readers don’t have to choose a reason.`,
          rowHeading: 'Reason',
          chart: 'bars',
          comparedWith,
        },
        ['cancellations'],
        sortBy('cancellations', cancelReasons),
      ),
      createMonthsTable(year.months, byMonth, columns),
    ],
  })
}
