/**
 * Stops a sending that harms the sender's reputation. It counts failures so that a few chosen addresses can't stop an
 * issue: somebody who signs up with addresses of their own can make each of them bounce or complain.
 */
import type { Totals } from './chunk-totals.ts'

/** Shares of the emails accepted. Sources: Cloudflare's targets; Gmail's. */
export const breakerShares = { hardBounces: 0.02, complaints: 0.001 } as const

/**
 * Emails accepted before anything is judged: a share of fewer says nothing, and the first ones are too few for
 * strangers to be many of them, because the order of the recipients is secret.
 */
export const minJudgedEmails = 500

/**
 * Failures below which none stops an issue, because in a short list the shares are a few people. A healthy list of a
 * thousand has half a dozen bounces.
 */
export const minJudgedFailures = 36

/**
 * Failures of imported addresses that count for one domain, in all of an issue. A domain's owner can create any number of
 * addresses, so more of them mean nothing, nor do any that weren't imported: one person can have many domains. Each counts
 * at a provider (mailbox-providers.ts), where most have one.
 */
export const maxFailuresPerDomain = { hardBounces: 2, complaints: 1 } as const

/**
 * Recent addresses (audience.ts) may be one person's at any provider. Where an account has one, their failures count if they
 * are more than this share of the emails, so that a large provider which refuses a young list is seen; elsewhere none does.
 */
export const minRecentShare = 0.1

/** Numbers of failures. */
export type Failures = Pick<Totals, 'hardBounces' | 'complaints'>

export const noFailures: Failures = { hardBounces: 0, complaints: 0 }

/** All since an editor last decided to continue. `recent`: failures of recent addresses; `failures`: those of others. */
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
