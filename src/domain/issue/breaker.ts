/**
 * Stops a sending that harms the sender's reputation. Failures are counted so that a few chosen addresses can't stop an
 * issue: somebody who signs up with their own addresses can make all of them bounce or complain.
 */
import type { Totals } from './chunk-totals.ts'

/** Shares of the accepted emails. Sources: Cloudflare's and Gmail's targets. */
export const breakerShares = { hardBounces: 0.02, complaints: 0.001 } as const

/**
 * Emails accepted before anything is decided. A share of fewer emails is meaningless, and only a few of the first
 * recipients can be strangers, because the order of the recipients is secret.
 */
export const minJudgedEmails = 500

/**
 * The number of failures below which an issue isn't stopped, because in a short list the shares represent a few people.
 * A healthy list of a thousand has half a dozen bounces.
 */
export const minJudgedFailures = 36

/**
 * The maximum number of failures per domain that count in a whole issue, for imported addresses. A domain's owner can
 * create any number of addresses, so further failures mean nothing. Failures of addresses that weren't imported don't
 * count at all, because one person can have many domains. At a provider (mailbox-providers.ts) each failure counts,
 * because most people have one address there.
 */
export const maxFailuresPerDomain = { hardBounces: 2, complaints: 1 } as const

/**
 * Recent addresses (audience.ts) may all be one person's, at any provider. At providers where most people have one
 * account, such addresses' failures count if they exceed this share of the emails, so that a large provider which
 * refuses a new list is detected; at other domains, none counts.
 */
export const minRecentShare = 0.1

/** Numbers of failures. */
export type Failures = Pick<Totals, 'hardBounces' | 'complaints'>

export const noFailures: Failures = { hardBounces: 0, complaints: 0 }

/**
 * Counts start when an editor last decided to continue. `recent`: failures of recent addresses; `failures`: those of
 * other addresses.
 */
export function findExcess(
  accepted: number,
  failures: Failures,
  recent: Failures,
): keyof Failures | null {
  if (accepted < minJudgedEmails) return null
  const isOver = (kind: keyof Failures) => {
    const isByMany = recent[kind] > accepted * minRecentShare
    const counted = failures[kind] + (isByMany ? recent[kind] : 0)
    return counted >= minJudgedFailures && counted > accepted * breakerShares[kind]
  }
  if (isOver('complaints')) return 'complaints'
  return isOver('hardBounces') ? 'hardBounces' : null
}
