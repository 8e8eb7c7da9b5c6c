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
 * Failures below which none stops an issue. One person opens about 15 mailboxes, and a healthy list has some bounces beside
 * them. In a short list a tenth of a percent is one person; an account at each domain where it's free, and what counts
 * of a large domain with a thousand recipients, together complain less often than this.
 */
export const minJudged = { hardBounces: 25, complaints: 36 } as const

/**
 * Failures that count for one domain. A domain's owner can create any number of addresses. Where accounts are free, there
 * are a dozen domains or two whose provider reports complaints.
 */
export const maxFailuresPerDomain = { hardBounces: 2, complaints: 1 } as const

/**
 * A domain is large if it has this share of an issue's recipients, and at least so many. Nobody has that many confirmed
 * addresses by chance, and a domain with a smaller share than the limit for bounces couldn't exceed that limit alone.
 */
export const largeDomain = { share: breakerShares.hardBounces, recipients: 100 } as const

/**
 * Bounces, as a share of its recipients or as a number, by which a large domain refuses an issue: all of them count. Fewer
 * may be a stranger's among a few hundred real readers, at a provider where one account makes many addresses.
 */
export const domainRefusal = { share: 0.5, bounces: largeDomain.recipients } as const

/** Complaints of a large domain that count, as a share of its recipients: an issue that readers reject gets more. */
export const largeDomainComplaints = 0.01

export const isLargeDomain = (recipients: number, audience: number) =>
  recipients >= Math.max(largeDomain.recipients, audience * largeDomain.share)

/** Numbers of failures. */
export type Failures = Pick<Totals, 'hardBounces' | 'complaints'>

export const noFailures: Failures = { hardBounces: 0, complaints: 0 }

/** An issue's recipients at one domain, and what happened to them. */
export type DomainRecord = Failures & { readonly recipients: number }

/** `isProvider`: the name is a mailbox provider's (mailbox-providers.ts), so each failure is of another mailbox. */
export type JudgedDomain = DomainRecord & { readonly isProvider: boolean }

/** How many of a domain's failures count. It never decreases with another failure. */
export function countJudged(domain: JudgedDomain, kind: keyof Failures, audience: number): number {
  const failures = domain[kind]
  const isLarge = isLargeDomain(domain.recipients, audience)
  if (kind === 'hardBounces') {
    const { share, bounces } = domainRefusal
    const isRefusal = isLarge && failures >= Math.min(bounces, domain.recipients * share)
    if (domain.isProvider || isRefusal) return failures
    return Math.min(failures, maxFailuresPerDomain.hardBounces)
  }
  // A live mailbox complains at a click, so those of one provider only count in full if they would stop an issue alone.
  if (domain.isProvider && failures >= minJudged.complaints) return failures
  const share = isLarge ? Math.ceil(domain.recipients * largeDomainComplaints) : 0
  return Math.min(failures, Math.max(maxFailuresPerDomain.complaints, share))
}

/** `accepted` and `failures`: since an editor last decided to continue. */
export function findExcess(accepted: number, failures: Failures): keyof Failures | null {
  if (accepted < minJudgedEmails) return null
  const isOver = (kind: keyof Failures) =>
    failures[kind] >= minJudged[kind] && failures[kind] > accepted * breakerShares[kind]
  if (isOver('complaints')) return 'complaints'
  return isOver('hardBounces') ? 'hardBounces' : null
}
