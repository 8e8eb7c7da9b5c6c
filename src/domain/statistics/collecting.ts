/** Limits how much a browser can add to the statistics, because anyone can send events. */
import { day } from '../duration.ts'

/** Milliseconds for which a browser retries a batch, and for which the server detects duplicates. */
export const maxBatchAge = 3 * day

/**
 * In milliseconds. An older event counts in the current hour, so that offline reading isn't lost, and nobody can
 * rewrite past hours.
 */
export const maxEventAge = 2 * 60 * 60 * 1000

/** The maximum number of stories in one batch: a page is about one story, and a checkout about the story before it. */
export const maxStoriesPerBatch = 3

/**
 * The maximum number of rows in `hourly` that one batch can change: three stories, in the two hours around a full hour.
 */
export const maxStatisticsPerBatch = 6

/**
 * The maximum number of reads of one story from one network (an IPv4 /24 or an IPv6 /48) that count per day for the
 * most-read lists.
 */
export const listedReadsPerNetwork = 1

/**
 * The minimum number of provider networks (an IPv4 /16 or an IPv6 /32) that have read a story in such a list, even if
 * each of them reads it every day. One person has four: at home and on the phone, each with IPv4 and IPv6. A phone that
 * reconnects gets different networks, but usually from the same provider network.
 */
export const minProvidersOfList = 5

/** Below this number, a list would depend on chance, and show what individual readers do. */
const minListedReads = 10

/**
 * Returns the minimum number of reads from different provider networks, each counted once a day. `days` is the number
 * of days in the list's period.
 */
export const getMinProviderReads = (days: number) =>
  Math.max(minListedReads, minProvidersOfList * days)

/**
 * The number of campaign names that one network can add per day. Anyone can invent names, and they are kept
 * permanently. So networks are divided into shards, each with its own names: one network can't use up those of others,
 * and a shard reveals nothing about a reader.
 */
export const campaignsPerShard = 4
export const campaignShards = 50
