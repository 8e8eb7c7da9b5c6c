/**
 * The sums that one batch of a browser adds to the statistics: the message of the queue. Contains no event, no reader, no
 * address and no device; of a network only its shard, and keyed hashes that can't be compared with another story's or
 * day's.
 */
import { z } from 'zod'
import {
  campaignCounters,
  queuedCounters,
  readerKinds,
  rejectionReasons,
} from '../../../src/domain/statistics/counters.ts'
import { sources } from '../../../src/domain/statistics/source.ts'

const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const countSchema = z.int().min(1)

const statisticSchema = z.object({
  day: daySchema,
  hour: z.int().min(0).max(23),
  /** Empty for pages that aren't about a story. */
  slug: z.string(),
  page: z.string(),
  source: z.enum(sources),
  counts: z.partialRecord(z.enum(queuedCounters), countSchema),
  /** Hash of a read's network (listed-reads.ts). Sums that were queued by an earlier version have none. */
  network: z.string().max(64).optional(),
  /** The hash of its provider's network. */
  provider: z.string().max(64).optional(),
})
export type Statistic = z.infer<typeof statisticSchema>

const campaignStatisticSchema = z.object({
  day: daySchema,
  source: z.enum(['newsletter', 'campaign']),
  campaign: z.string().min(1),
  counts: z.partialRecord(z.enum(campaignCounters), countSchema),
  /** Shard of the reader's network, from 0 (collecting.ts). Sums that were queued by an earlier version have none. */
  shard: z.int().min(0).optional(),
})
export type CampaignStatistic = z.infer<typeof campaignStatisticSchema>

export const eventSumsSchema = z.object({
  /** An id that stays the same if the same batch is sent again. */
  id: z.string().min(1).max(64),
  /** UTC. Belongs to the id. */
  batchDay: daySchema,
  receivedOn: daySchema,
  readerKind: z.enum(readerKinds),
  /** Empty if Cloudflare doesn't know it. */
  country: z.string().max(2),
  figures: z.array(statisticSchema),
  campaigns: z.array(campaignStatisticSchema),
  rejections: z.partialRecord(z.enum(rejectionReasons), countSchema),
  /** How many unlocks the reader has used, including the one that is counted; null if none is. */
  meterStep: z.int().min(1).nullable(),
})
export type EventSums = z.infer<typeof eventSumsSchema>

export type EventQueue = { send(sums: EventSums): Promise<unknown> }
