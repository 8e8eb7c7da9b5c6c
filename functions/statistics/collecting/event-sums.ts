/**
 * The sums that a browser's batch adds to the statistics, as a queue message. The message contains no event, reader,
 * address or device. A network is present only as its shard and as keyed hashes that can't be compared with those of
 * another story or day.
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
  /** The hash of a read's network (listed-reads.ts). Missing in sums queued by an earlier version. */
  network: z.string().max(64).optional(),
  /** The hash of the read's provider network. */
  provider: z.string().max(64).optional(),
})
export type Statistic = z.infer<typeof statisticSchema>

const campaignStatisticSchema = z.object({
  day: daySchema,
  source: z.enum(['newsletter', 'campaign']),
  campaign: z.string().min(1),
  counts: z.partialRecord(z.enum(campaignCounters), countSchema),
  /**
   * The shard of the reader's network, counted from 0 (collecting.ts). Missing in sums queued by an earlier version.
   */
  shard: z.int().min(0).optional(),
})
export type CampaignStatistic = z.infer<typeof campaignStatisticSchema>

export const eventSumsSchema = z.object({
  /** An id that stays the same if the same batch is sent again. */
  id: z.string().min(1).max(64),
  /** In UTC. Part of the batch's identity. */
  batchDay: daySchema,
  receivedOn: daySchema,
  readerKind: z.enum(readerKinds),
  /** Empty if Cloudflare has no country for the caller. */
  country: z.string().max(2),
  figures: z.array(statisticSchema),
  campaigns: z.array(campaignStatisticSchema),
  rejections: z.partialRecord(z.enum(rejectionReasons), countSchema),
  /** The number of unlocks that the reader has used, including this one; null if none is counted. */
  meterStep: z.int().min(1).nullable(),
})
export type EventSums = z.infer<typeof eventSumsSchema>

export type EventQueue = { send(sums: EventSums): Promise<unknown> }
