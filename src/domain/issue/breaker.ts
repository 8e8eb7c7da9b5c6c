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
 * Failures of each kind that count for one domain. A domain's owner can create any number of addresses.
 */
export const maxFailuresPerDomain = 2

/** Five small domains make fewer, and in a short list a tenth of a percent is one person. */
export const minJudgedComplaints = 11

/**
 * A domain is large if it has this share of an issue's recipients, and at least so many. All of its failures count:
 * if Gmail or Yahoo refuses an issue, two of many thousands would hide it. Nobody has that many confirmed addresses by
 * chance, and a domain with a smaller share than the limit for bounces couldn't exceed that limit alone.
 */
export const largeDomain = { share: breakerShares.hardBounces, recipients: 100 } as const

export const isLargeDomain = (recipients: number, audience: number) =>
  recipients >= Math.max(largeDomain.recipients, audience * largeDomain.share)

/** Numbers of failures. */
export type Failures = Pick<Totals, 'hardBounces' | 'complaints'>

export const noFailures: Failures = { hardBounces: 0, complaints: 0 }

/** An issue's recipients at one domain, and what happened to them. */
export type DomainRecord = Failures & { readonly recipients: number }

/** Whether another failure counts. `domain`: before it. */
export const doesFailureCount = (domain: DomainRecord, kind: keyof Failures, audience: number) =>
  domain[kind] < maxFailuresPerDomain || isLargeDomain(domain.recipients, audience)

/** `accepted` and `failures`: since an editor last decided to continue. */
export function findExcess(accepted: number, failures: Failures): keyof Failures | null {
  if (accepted < minJudgedEmails) return null
  if (failures.complaints >= minJudgedComplaints && isOver('complaints', accepted, failures))
    return 'complaints'
  return isOver('hardBounces', accepted, failures) ? 'hardBounces' : null
}

const isOver = (kind: keyof Failures, accepted: number, failures: Failures) =>
  failures[kind] > accepted * breakerShares[kind]
