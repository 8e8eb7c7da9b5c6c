import { formatMonthCount, formatMonthsTitle } from '../../../src/domain/number-words.ts'
import { getPeriod } from '../../../src/domain/statistics/periods.ts'
import { createCount, type Report, type Table } from '../../../src/domain/statistics/report.ts'
import { getStatistic } from '../../../src/domain/statistics/statistic-definitions.ts'
import { addDays, type CalendarDay } from '../../../src/domain/time-zone.ts'
import { plans } from '../../../src/publication/offer.ts'
import { readTransitions, type Transitions } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import {
  compareRecovery,
  compareRevenue,
  compareTransitions,
  countTransitions,
  getKinds,
  sumRevenue,
} from './transition-statistics.ts'

const compared = [
  'starts',
  'renewals',
  'paymentsFailed',
  'paymentsRecovered',
  'cancellations',
  'ended',
  'pauses',
  'offers',
  'refunds',
] as const

function createStatisticsTable(now: Transitions, before: Transitions): Table {
  const createRow = (figure: (typeof compared)[number]) => ({
    label: getStatistic(figure).label,
    figure,
    cells: [compareTransitions(figure, now, before)],
  })
  return {
    id: 'figures',
    title: 'Starts and churn',
    note: '28 whole days before today.',
    rowHeading: 'Figure',
    columns: [{ label: '28 days', comparedWith: 'the 28 days before' }],
    rows: [
      ...compared.slice(0, 4).map(createRow),
      {
        label: getStatistic('recoveryRate').label,
        figure: 'recoveryRate',
        cells: [compareRecovery(now, before)],
      },
      ...compared.slice(4).map(createRow),
      {
        label: getStatistic('revenue').label,
        figure: 'revenue',
        cells: [compareRevenue(now, before)],
      },
    ],
  }
}

function describePlan(plan: string): string {
  const gift = /^gift_(\d+)$/.exec(plan)
  if (gift) return `Gift of ${formatMonthCount(Number(gift[1]))}`
  if (!Object.hasOwn(plans, plan)) return plan === '' ? 'No plan' : plan
  const { name } = plans[plan as keyof typeof plans]
  return plan.startsWith('international') ? `${name}, international` : name
}

const byKey = ['starts', 'renewals', 'paymentsFailed', 'cancellations', 'ended'] as const

const keyColumns: Table['columns'] = [
  { label: 'Started', figure: 'starts' },
  { label: 'Renewed', figure: 'renewals' },
  { label: 'Failed', figure: 'paymentsFailed' },
  { label: 'Cancelled', figure: 'cancellations' },
  { label: 'Ended', figure: 'ended' },
  { label: 'Revenue', figure: 'revenue' },
]

const createKeyCells = (transitions: Transitions, key: string) => [
  ...byKey.map((figure) => ({ value: countTransitions(transitions, figure, key) })),
  { value: sumRevenue(transitions, key) },
]

const reasonNames: Readonly<Record<string, string>> = {
  stories: 'The stories',
  technical: 'Technical problems',
  price: 'The price',
  time: 'No time to read',
  direction: 'The publication’s direction',
  temporary: 'Only for a while',
  other: 'Another reason',
  unknown: 'No reason given',
  operator: 'Cancelled by an operator',
  payPal: 'Cancelled at PayPal',
  accountDeleted: 'Account deleted',
}

/** The largest first. */
const compareFirstCells = (one: Table['rows'][number], other: Table['rows'][number]) =>
  (other.cells[0]!.value ?? 0) - (one.cells[0]!.value ?? 0)

/** The last `count` months, this one included, as `2026-11`; the oldest first. */
export function listMonths(today: CalendarDay, count: number): string[] {
  const months: string[] = []
  for (let day = `${today.slice(0, 8)}01` as CalendarDay; months.length < count; ) {
    months.unshift(day.slice(0, 7))
    day = `${addDays(day, -1).slice(0, 8)}01` as CalendarDay
  }
  return months
}

export async function createPlansReport(context: ReportContext): Promise<Report> {
  const { database, clock } = context
  const { days, before } = getPeriod(clock.today, 28)
  const months = listMonths(clock.today, 12)
  const year = {
    from: `${months[0]}-01` as CalendarDay,
    until: addDays(clock.today, 1),
  }
  const [plansNow, plansBefore, reasons, reasonsBefore, byMonth] = await Promise.all([
    readTransitions(database, { days }, 'plan'),
    readTransitions(database, { days: before }, 'plan'),
    readTransitions(database, { days }, 'reason'),
    readTransitions(database, { days: before }, 'reason'),
    readTransitions(database, { days: year }, 'substr(day, 1, 7)'),
  ])
  // All that have cells above zero, or the revenue of the rows would be less than the whole.
  const shownKinds = [...byKey, 'refunds' as const, 'giftsBought' as const].flatMap((figure) => [
    ...getKinds(figure),
  ])
  const cancelReasons = new Set([
    ...reasons.keys(getKinds('cancellations')),
    ...reasonsBefore.keys(getKinds('cancellations')),
  ])
  return createReport(context, {
    title: 'Plans and churn',
    tables: [
      createStatisticsTable(plansNow, plansBefore),
      {
        id: 'plans',
        title: 'By plan',
        note: '28 whole days before today.',
        rowHeading: 'Plan',
        columns: keyColumns,
        rows: plansNow
          .keys(shownKinds)
          .map((plan) => ({ label: describePlan(plan), cells: createKeyCells(plansNow, plan) }))
          .sort(compareFirstCells),
      },
      {
        id: 'reasons',
        title: 'Why readers cancel',
        note: '28 whole days before today. Readers choose a reason or none.',
        rowHeading: 'Reason',
        columns: [
          { label: 'Cancellations', figure: 'cancellations', comparedWith: 'the 28 days before' },
        ],
        rows: [...cancelReasons]
          .map((reason) => ({
            label: reasonNames[reason || 'unknown'] ?? reason,
            cells: [
              createCount(
                'cancellations',
                countTransitions(reasons, 'cancellations', reason),
                countTransitions(reasonsBefore, 'cancellations', reason),
              ),
            ],
          }))
          .sort(compareFirstCells),
        chart: 'bars',
      },
      {
        id: 'months',
        title: 'Month by month',
        note: `${formatMonthsTitle(months.length)}, this one included.`,
        rowHeading: 'Month',
        columns: keyColumns,
        rows: months.map((month) => ({ label: month, cells: createKeyCells(byMonth, month) })),
        chart: 'line',
      },
    ],
  })
}
