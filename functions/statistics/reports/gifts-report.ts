import { formatMonthsTitle } from '../../../src/domain/number-words.ts'
import { getPeriod } from '../../../src/domain/statistics/periods.ts'
import { createCount, type Report } from '../../../src/domain/statistics/report.ts'
import { getStatistic } from '../../../src/domain/statistics/statistic-definitions.ts'
import { addDays, type CalendarDay } from '../../../src/domain/time-zone.ts'
import { listMonths } from './plans-report.ts'
import { readReferrals } from './read-referrals.ts'
import { noSums, readSums, readTransitions } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import { formatSource } from './source-names.ts'
import {
  compareRevenue,
  compareTransitions,
  countTransitions,
  sumGiftRevenue,
} from './transition-statistics.ts'

const referralStatistics = [
  ['friendsReferred', 'pending'],
  ['creditsEarned', 'earned'],
  ['creditsReversed', 'reversed'],
] as const

export async function createGiftsReport(context: ReportContext): Promise<Report> {
  const { database, clock } = context
  const { days, before } = getPeriod(clock.today, 28)
  const months = listMonths(clock.today, 12)
  const [now, then, byMonth, sources, sourcesBefore, referrals] = await Promise.all([
    readTransitions(database, { days }, 'source'),
    readTransitions(database, { days: before }, 'source'),
    readTransitions(
      database,
      { days: { from: `${months[0]}-01` as CalendarDay, until: addDays(clock.today, 1) } },
      'substr(day, 1, 7)',
    ),
    readSums(database, days, 'source'),
    readSums(database, before, 'source'),
    readReferrals(context.firestore, [days, before]),
  ])
  const giftStatistics = ['giftsBought', 'giftsRedeemed'] as const
  return createReport(context, {
    title: 'Gifts and referrals',
    tables: [
      {
        id: 'figures',
        title: 'Gift subscriptions',
        note: '28 whole days before today.',
        rowHeading: 'Figure',
        columns: [{ label: '28 days', comparedWith: 'the 28 days before' }],
        rows: [
          ...giftStatistics.map((figure) => ({
            label: getStatistic(figure).label,
            figure,
            cells: [compareTransitions(figure, now, then)],
          })),
          {
            label: getStatistic('giftRevenue').label,
            figure: 'giftRevenue' as const,
            cells: [compareRevenue(now, then, 'giftRevenue')],
          },
        ],
      },
      {
        id: 'referrals',
        title: 'Referrals',
        note: referrals.isComplete
          ? '28 whole days before today.'
          : '28 whole days before today. There are too many ledgers to read: the numbers are too low.',
        rowHeading: 'Figure',
        columns: [{ label: '28 days', comparedWith: 'the 28 days before' }],
        rows: referralStatistics.map(([figure, kind]) => ({
          label: getStatistic(figure).label,
          figure,
          cells: [createCount(figure, referrals.counts[0]![kind], referrals.counts[1]![kind])],
        })),
      },
      {
        id: 'links',
        title: 'Stories and subscriptions by link',
        note: '28 whole days before today. Links that readers share, and single stories that they give.',
        rowHeading: 'Link',
        columns: [
          { label: 'Views', figure: 'views', comparedWith: 'the 28 days before' },
          { label: 'Reads', figure: 'reads', comparedWith: 'the 28 days before' },
          { label: 'Started', figure: 'starts', comparedWith: 'the 28 days before' },
        ],
        rows: ['share', 'gift'].map((source) => {
          const [sums, sumsBefore] = [
            sources.get(source) ?? noSums,
            sourcesBefore.get(source) ?? noSums,
          ]
          return {
            label: formatSource(source),
            cells: [
              createCount('views', sums.views, sumsBefore.views),
              createCount('reads', sums.reads, sumsBefore.reads),
              createCount(
                'starts',
                countTransitions(now, 'starts', source),
                countTransitions(then, 'starts', source),
              ),
            ],
          }
        }),
      },
      {
        id: 'months',
        title: 'Month by month',
        note: `${formatMonthsTitle(months.length)}, this one included.`,
        rowHeading: 'Month',
        columns: [
          { label: 'Gifts bought', figure: 'giftsBought' },
          { label: 'Gifts redeemed', figure: 'giftsRedeemed' },
          { label: 'Gift revenue', figure: 'giftRevenue' },
        ],
        rows: months.map((month) => ({
          label: month,
          cells: [
            ...giftStatistics.map((figure) => ({
              value: countTransitions(byMonth, figure, month),
            })),
            { value: sumGiftRevenue(byMonth, month) },
          ],
        })),
        chart: 'line',
      },
    ],
  })
}
