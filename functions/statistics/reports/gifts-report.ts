import { getMonths, getPeriod } from '../../../src/domain/statistics/periods.ts'
import type { Report } from '../../../src/domain/statistics/report.ts'
import { nameSource } from './labels.ts'
import { readReferrals } from './read-referrals.ts'
import { readNumbers, readPeriod, readTransitions } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import {
  addPeriod,
  createGroupsTable,
  createMonthsTable,
  createStatisticsTable,
} from './report-tables.ts'

const figures = ['giftsBought', 'giftsRedeemed', 'giftRevenue'] as const

export async function createGiftsReport(context: ReportContext): Promise<Report> {
  const { database, clock } = context
  const period = getPeriod(clock.today, 28)
  const year = getMonths(clock.today, 12)
  const [bySource, byMonth, referrals] = await Promise.all([
    readPeriod(period, (days) => readNumbers(database, { days }, 'source')),
    readTransitions(database, { days: year.days }, 'month'),
    readReferrals(context.firestore, period),
  ])
  const note = 'The 28 full days before today.'
  const comparedWith = 'the 28 days before'
  const column = { label: '28 days', comparedWith }
  return createReport(context, {
    title: 'Gifts and referrals',
    tables: [
      createStatisticsTable({ id: 'figures', title: 'Gift subscriptions', note }, figures, [
        { ...column, ...addPeriod(bySource) },
      ]),
      createStatisticsTable(
        {
          id: 'referrals',
          title: 'Referrals',
          note: referrals.isComplete
            ? note
            : `${note} There are too many referral records to count, so these numbers may be too low.`,
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
          now: bySource.now.get(source) ?? {},
          before: bySource.before.get(source) ?? {},
        })),
      ),
      createMonthsTable(year.months, byMonth, figures),
    ],
  })
}
