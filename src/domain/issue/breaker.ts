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

/** About as many accounts as one person opens at a provider. */
export const mailboxesOfOnePerson = 15

/**
 * Failures below which none stops an issue: those of one person's mailboxes, and a healthy list has some bounces beside
 * them. In a short list a tenth of a percent is one person; an account at each domain where it's free, and what counts
 * of one person's mailboxes, together complain less often than this.
 */
export const minJudged = { hardBounces: 25, complaints: 36 } as const

/**
 * Failures that count of all mailbox providers and alias services together, apart from the providers where more fail than one person has: the
 * same person may have a few mailboxes at each.
 */
export const maxMailboxFailures = { hardBounces: mailboxesOfOnePerson, complaints: 11 } as const

/**
 * Failures that count for one domain, in all of an issue. A domain's owner can create any number of addresses, so more of
 * them mean nothing. Where accounts are free, there are a dozen domains or two whose provider reports complaints.
 */
export const maxFailuresPerDomain = { hardBounces: 2, complaints: 1 } as const

/** A provider is large if it has this share of an issue's recipients, and at least so many. */
export const largeProvider = { share: breakerShares.hardBounces, recipients: 100 } as const

/** Complaints of a large provider that count, as a share of its recipients: an issue that readers reject gets more. */
export const largeProviderComplaints = 0.01

export const isLargeProvider = (recipients: number, audience: number) =>
  recipients >= Math.max(largeProvider.recipients, audience * largeProvider.share)

/** Numbers of failures. */
export type Failures = Pick<Totals, 'hardBounces' | 'complaints'>

export const noFailures: Failures = { hardBounces: 0, complaints: 0 }

/** An issue's recipients at one domain, and what happened to them. */
export type DomainRecord = Failures & { readonly recipients: number }

/** `addressesPerAccount`: at a mailbox provider or alias service; null for another domain, which may have one owner. */
export type JudgedDomain = DomainRecord & { readonly addressesPerAccount: number | null }

const isBeyondOnePerson = (failures: number, kind: keyof Failures, addressesPerAccount: number) =>
  failures >= Math.max(minJudged[kind], mailboxesOfOnePerson * addressesPerAccount)

/** A live mailbox complains at a click, so a provider's complaints have less weight. */
function countMailboxes(
  accounts: number,
  recipients: number,
  kind: keyof Failures,
  audience: number,
) {
  if (kind === 'hardBounces') return accounts
  const isLarge = isLargeProvider(recipients, audience)
  const share = isLarge ? Math.ceil(recipients * largeProviderComplaints) : 0
  return Math.min(accounts, Math.max(maxFailuresPerDomain.complaints, share))
}

/**
 * How many failures of these domains count. Pass all mailbox providers and alias services together. It never decreases with another failure.
 */
export function countJudged(
  domains: readonly JudgedDomain[],
  kind: keyof Failures,
  audience: number,
): number {
  let [counted, mailboxes] = [0, 0]
  for (const { [kind]: failures, recipients, addressesPerAccount } of domains) {
    if (addressesPerAccount === null) counted += Math.min(failures, maxFailuresPerDomain[kind])
    // The provider, or its readers, reject the issue.
    else if (isBeyondOnePerson(failures, kind, addressesPerAccount)) counted += failures
    else {
      const accounts = failures === 0 ? 0 : Math.max(1, Math.ceil(failures / addressesPerAccount))
      mailboxes += countMailboxes(accounts, recipients, kind, audience)
    }
  }
  return counted + Math.min(mailboxes, maxMailboxFailures[kind])
}

/** `accepted` and `failures`: since an editor last decided to continue. */
export function findExcess(accepted: number, failures: Failures): keyof Failures | null {
  if (accepted < minJudgedEmails) return null
  const isOver = (kind: keyof Failures) =>
    failures[kind] >= minJudged[kind] && failures[kind] > accepted * breakerShares[kind]
  if (isOver('complaints')) return 'complaints'
  return isOver('hardBounces') ? 'hardBounces' : null
}
