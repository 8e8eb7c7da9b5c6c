/** How much a browser can add to the statistics. Anybody can send events, so each of these is a ceiling for strangers. */
import { day } from '../duration.ts'

/** Milliseconds for which a browser tries to send a batch, and in which the server recognises it. */
export const maxBatchAge = 3 * day

/**
 * Milliseconds. An older event counts in the current hour: what was read offline isn't lost, and nobody can rewrite
 * hours that are over.
 */
export const maxEventAge = 2 * 60 * 60 * 1000

/** Stories that one batch can be about: a page is about one, a checkout about the story before it. */
export const maxStoriesPerBatch = 3

/** Rows of `hourly` that one batch can change: three stories in the two hours around a full hour. */
export const maxStatisticsPerBatch = 6

/**
 * Reads of one story that count for the lists of the most read stories, from one network in a day: an IPv4 /24 or an
 * IPv6 /48.
 */
export const listedReadsPerNetwork = 1

/**
 * Provider networks (an IPv4 /16 or an IPv6 /32) that a story in such a list has been read from, at least, even if each of
 * them reads it every day. One person has four: at home and on the phone, each with IPv4 and IPv6. A phone that reconnects
 * gets other networks, but mostly of the same provider network.
 */
export const minProvidersOfList = 5

/** Below this number, chance would decide about a list, and it would show what single readers do. */
const minListedReads = 10

/** Reads from different provider networks, each counted once a day, that a story needs. `days`: that the list's period touches. */
export const getMinProviderReads = (days: number) =>
  Math.max(minListedReads, minProvidersOfList * days)

/**
 * Names of campaigns that one network can add on a day. Anyone can make them up, and they are kept for ever, so networks
 * are divided into shards, each with names of its own: one network can't use up those of others, and a shard says nothing
 * about a reader.
 */
export const campaignsPerShard = 4
export const campaignShards = 50
