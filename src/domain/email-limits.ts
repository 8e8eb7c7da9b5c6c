import { day, minute } from './duration.ts'
import { formatList } from './list-text.ts'
import { inWords } from './number-words.ts'

/**
 * Limits the emails that anyone can cause by typing an address: only a few are sent, however many people type the
 * address, and however they spell it. The times of earlier emails are stored by a hash of the inbox
 * (functions/identity/inbox.ts), and outlive everything else that is stored about the inbox.
 */

/**
 * The days of the longest limit. Links in these emails work for at least as long, so that an inbox that can't get
 * another email has a working link.
 */
export const emailLimitDays = 30

/** If the latest `count` emails are within `milliseconds`, no further email is allowed. */
export type EmailLimit = { readonly count: number; readonly milliseconds: number }

export const emailLimits = {
  /** Emails to an inbox, separately for each purpose. */
  typed: [
    { count: 1, milliseconds: 10 * minute },
    { count: 3, milliseconds: day },
    { count: 10, milliseconds: emailLimitDays * day },
  ],
  /** Emails to an inbox that has complained, or doesn't exist. */
  unwelcome: [{ count: 1, milliseconds: emailLimitDays * day }],
  /**
   * Emails to unconfirmed addresses at one domain, unless the domain is a known mailbox provider's
   * (mailbox-providers.ts): the domain's owner can create any number of addresses, and one inbox may get the emails to
   * all of them.
   */
  domain: [{ count: 30, milliseconds: day }],
  /**
   * A lower limit than `domain`, for emails requested without a bot check, so that strangers need to pass many checks
   * to use up a domain's limit.
   */
  uncheckedDomain: [{ count: 10, milliseconds: day }],
  /**
   * Emails caused from the /24 of an IPv4 address or the /48 of an IPv6 address, if no bot check was passed: a stranger
   * can choose addresses at any provider, and Cloudflare's limits cover only minutes.
   */
  uncheckedNetwork: [{ count: 30, milliseconds: day }],
  /** Emails to any student addresses on behalf of one account, which needs no bot check. */
  studentsOfAccount: [{ count: 6, milliseconds: day }],
  /** Emails to an account with a verified address about its reader's own actions. */
  steps: [{ count: 6, milliseconds: day }],
  /**
   * Emails about a reader's own actions, and sign-in emails, to an unverified account's inbox: a stranger who has paid
   * may have typed the address.
   */
  unverified: [
    { count: 3, milliseconds: day },
    { count: 10, milliseconds: emailLimitDays * day },
  ],
} as const satisfies Readonly<Record<string, readonly EmailLimit[]>>

function describePeriod(milliseconds: number): string {
  if (milliseconds < day) return `every ${inWords(milliseconds / minute)} minutes`
  return milliseconds === day ? 'a day' : `in ${milliseconds / day} days`
}

/** Describes the limits of `typed`. */
export const typedLimits = formatList(
  emailLimits.typed.map(
    ({ count, milliseconds }) => `${inWords(count)} ${describePeriod(milliseconds)}`,
  ),
)

/** The maximum that any limit counts, except those of networks and domains. */
export const maxEmailTimes = 10

/**
 * Returns when the limits allow another email: a time in the past if they allow one now. `earlier` contains the times
 * of emails in ascending order.
 */
export function getNextEmailAt(earlier: readonly Date[], limits: readonly EmailLimit[]): Date {
  const ends = limits.map(({ count, milliseconds }) => {
    const at = earlier.at(-count)
    return at ? at.getTime() + milliseconds : 0
  })
  return new Date(Math.max(...ends))
}

/** Adds a time, and keeps as many times as `limits` or other limits on the same times count. */
export const addEmailTime = (
  earlier: readonly Date[],
  now: Date,
  limits: readonly EmailLimit[] = [],
): Date[] => [...earlier, now].slice(-Math.max(maxEmailTimes, ...limits.map(({ count }) => count)))

/** Returns when an email sent at this time no longer counts for any limit. */
export const getEmailTimesEnd = (latest: Date): Date =>
  new Date(latest.getTime() + emailLimitDays * day)
