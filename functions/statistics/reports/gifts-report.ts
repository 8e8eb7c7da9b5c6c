import { formatMonthsTitle } from '../../../src/domain/number-words.ts'
import { addNumbers, mergeNumbers } from '../../../src/domain/statistics/numbers.ts'
import { getMonths, getPeriod } from '../../../src/domain/statistics/periods.ts'
import type { Report } from '../../../src/domain/statistics/report.ts'
import { nameSource } from './labels.ts'
import { readReferrals } from './read-referrals.ts'
import { readSums, readTransitions } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import { createGroupsTable, createStatisticsTable } from './report-tables.ts'

const figures = ['giftsBought', 'giftsRedeemed', 'giftRevenue'] as const

export async function createGiftsReport(context: ReportContext): Promise<Report> {
  const { database, clock } = context
  const { days, before } = getPeriod(clock.today, 28)
  const year = getMonths(clock.today, 12)
  const [sums, sumsBefore, transitions, transitionsBefore, byMonth, referrals] = await Promise.all([
    readSums(database, days, 'source'),
    readSums(database, before, 'source'),
    readTransitions(database, { days }, 'source'),
    readTransitions(database, { days: before }, 'source'),
    readTransitions(database, { days: year.days }, 'substr(day, 1, 7)'),
    readReferrals(context.firestore, { days, before }),
  ])
  const bySource = mergeNumbers(sums, transitions)
  const bySourceBefore = mergeNumbers(sumsBefore, transitionsBefore)
  const note = '28 whole days before today.'
  const comparedWith = 'the 28 days before'
  const column = { label: '28 days', comparedWith }
  return createReport(context, {
    title: 'Gifts and referrals',
    tables: [
      createStatisticsTable({ id: 'figures', title: 'Gift subscriptions', note }, figures, [
        {
          ...column,
          now: addNumbers(bySource.values()),
          before: addNumbers(bySourceBefore.values()),
        },
      ]),
      createStatisticsTable(
        {
          id: 'referrals',
          title: 'Referrals',
          note: referrals.isComplete
            ? note
            : `${note} There are too many ledgers to read: the numbers are too low.`,
        },
        ['friendsReferred', 'creditsEarned', 'creditsReversed'],
        [{ ...column, now: referrals.now, before: referrals.before }],
      ),
      createGroupsTable(
        {
          id: 'links',
          title: 'Stories and subscriptions by link',
          note: `${note} Links that readers share, and single stories that they give.`,
          rowHeading: 'Link',
          comparedWith,
        },
        ['views', 'reads', { figure: 'starts', label: 'Started' }],
        ['share', 'gift'].map((source) => ({
          label: nameSource(source),
          now: bySource.get(source) ?? {},
          before: bySourceBefore.get(source) ?? {},
        })),
      ),
      createGroupsTable(
        {
          id: 'months',
          title: 'Month by month',
          note: `${formatMonthsTitle(year.months.length)}, this one included.`,
          rowHeading: 'Month',
          chart: 'line',
        },
        figures,
        year.months.map((month) => ({ label: month, now: byMonth.get(month) ?? {} })),
      ),
    ],
  })
}
