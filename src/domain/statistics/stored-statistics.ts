/**
 * The tables that are kept for ever, and backed up. The columns are those of functions/statistics/migrations, without
 * `listedReads`, `providerReads` and `shard`, which matter for 28 days and one.
 */
import { campaignCounters, queuedCounters } from './counters.ts'

const dimensions = ['slug', 'page', 'source', 'readerKind', 'country'] as const

/**
 * Rows are ordered by `keys`, which come first among the columns. New columns come last, as in the database: rows of backups
 * don't name theirs, and those from before have fewer.
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
