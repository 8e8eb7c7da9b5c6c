/**
 * Tables that are kept permanently and backed up. The columns are those of functions/statistics/migrations, without
 * `listedReads`, `providerReads` and `shard`, which matter only for up to 28 days.
 */
import { campaignCounters, queuedCounters } from './counters.ts'

const dimensions = ['slug', 'page', 'source', 'readerKind', 'country'] as const

/**
 * Rows are ordered by `keys`, which are the first columns. New columns are appended, as in the database: rows in
 * backups contain no column names, and older rows have fewer columns.
 */
export const storedStatistics = {
  daily: { keys: ['day', ...dimensions], values: queuedCounters },
  campaigns: { keys: ['day', 'source', 'campaign'], values: campaignCounters },
  rejections: { keys: ['day', 'reason'], values: ['events'] },
  meterSteps: { keys: ['month', 'readerKind', 'step'], values: ['readers'] },
  transitions: {
    keys: ['id'],
    values: [
      ...['day', 'at', 'kind', 'plan', 'amount', 'currency', 'reason'],
      ...['landing', 'source', 'lastArticle', 'wallArticle', 'campaign', 'issue'],
      ...['subject', 'payment', 'redeemableUntil'],
    ],
  },
  payPalTransactions: {
    keys: ['id'],
    values: [
      ...['at', 'month', 'code', 'amount', 'fee', 'currency', 'country', 'original', 'subject'],
      ...['kind', 'reason', 'plan', 'record', 'credit', 'share', 'excess', 'redeemableUntil'],
    ],
  },
} as const satisfies Record<string, { keys: readonly string[]; values: readonly string[] }>

export type StatisticsTable = keyof typeof storedStatistics
export const statisticsTables = Object.keys(storedStatistics) as [
  StatisticsTable,
  ...StatisticsTable[],
]
