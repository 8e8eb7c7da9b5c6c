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
 * Failures that count for one domain. A domain's owner can create any number of addresses. Where accounts are free, there
 * are a dozen domains or two whose provider reports complaints.
 */
export const maxFailuresPerDomain = { hardBounces: 2, complaints: 1 } as const

/**
 * A domain is large if it has this share of an issue's recipients, and at least so many. All of its bounces count: if Gmail
 * or Yahoo refuses an issue, two of many thousands would hide it. Nobody has that many confirmed addresses by chance, and
 * a domain with a smaller share than the limit for bounces couldn't exceed that limit alone.
 */
export const largeDomain = { share: breakerShares.hardBounces, recipients: 100 } as const

/** Complaints of a large domain that count, as a share of its recipients: an issue that readers reject gets more. */
export const largeDomainComplaints = 0.01

/**
 * Complaints below which none stops an issue. In a short list a tenth of a percent is one person, and an account at each
 * domain where it's free makes fewer, together with those that count for a large domain with a thousand recipients.
 */
export const minJudgedComplaints = 36

export const isLargeDomain = (recipients: number, audience: number) =>
  recipients >= Math.max(largeDomain.recipients, audience * largeDomain.share)

/** Numbers of failures. */
export type Failures = Pick<Totals, 'hardBounces' | 'complaints'>

export const noFailures: Failures = { hardBounces: 0, complaints: 0 }

/** An issue's recipients at one domain, and what happened to them. */
export type DomainRecord = Failures & { readonly recipients: number }

/** Whether another failure counts. `domain`: before it. */
export function doesFailureCount(
  domain: DomainRecord,
  kind: keyof Failures,
  audience: number,
): boolean {
  if (domain[kind] < maxFailuresPerDomain[kind]) return true
  if (!isLargeDomain(domain.recipients, audience)) return false
  return kind === 'hardBounces' || domain.complaints < domain.recipients * largeDomainComplaints
}

/** `accepted` and `failures`: since an editor last decided to continue. */
export function findExcess(accepted: number, failures: Failures): keyof Failures | null {
  if (accepted < minJudgedEmails) return null
  if (failures.complaints >= minJudgedComplaints && isOver('complaints', accepted, failures))
    return 'complaints'
  return isOver('hardBounces', accepted, failures) ? 'hardBounces' : null
}

const isOver = (kind: keyof Failures, accepted: number, failures: Failures) =>
  failures[kind] > accepted * breakerShares[kind]
