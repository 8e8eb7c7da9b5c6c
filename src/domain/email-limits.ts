import { day, minute } from './duration.ts'
import { formatList } from './list-text.ts'
import { inWords } from './number-words.ts'

/**
 * Limits the emails that anyone can cause by typing an address: there are few, however many people type it, and however
 * they spell it. The times of earlier emails are stored by a hash of the inbox (functions/identity/inbox.ts), and outlive
 * everything else that is stored about it.
 */

/**
 * Days of the longest limit. Links in these emails work for at least as long, so that an inbox without room for another
 * email has one that works.
 */
export const emailLimitDays = 30

/** The latest `count` emails within `milliseconds` leave no room for another. */
export type EmailLimit = { readonly count: number; readonly milliseconds: number }

export const emailLimits = {
  /** Emails to an inbox, for each purpose. */
  typed: [
    { count: 1, milliseconds: 10 * minute },
    { count: 3, milliseconds: day },
    { count: 10, milliseconds: emailLimitDays * day },
  ],
  /** Emails to an inbox that has complained, or doesn't exist. */
  unwelcome: [{ count: 1, milliseconds: emailLimitDays * day }],
  /**
   * To the unconfirmed addresses of one domain that isn't a known mailbox provider's (mailbox-providers.ts): its owner makes
   * any number of addresses, and one inbox may get the emails to all of them.
   */
  domain: [{ count: 30, milliseconds: day }],
  /** The same emails, if no bot check was passed: so strangers need many checks to use up a domain's. */
  uncheckedDomain: [{ count: 10, milliseconds: day }],
  /**
   * From the /24 of an IPv4 address or the /48 of an IPv6 one, if no bot check was passed: a stranger chooses addresses at any
   * provider, and Cloudflare's counters only know minutes.
   */
  uncheckedNetwork: [{ count: 30, milliseconds: day }],
  /** To any student addresses, for one account, which needs no bot check. */
  studentsOfAccount: [{ count: 6, milliseconds: day }],
  /** Emails to an account with a verified address, about its reader's own steps. */
  steps: [{ count: 6, milliseconds: day }],
  /** The same, and emails to sign in, to an unverified account's inbox: a stranger who has paid may have typed the address. */
  unverified: [
    { count: 3, milliseconds: day },
    { count: 10, milliseconds: emailLimitDays * day },
  ],
} as const satisfies Readonly<Record<string, readonly EmailLimit[]>>

function describePeriod(milliseconds: number): string {
  if (milliseconds < day) return `every ${inWords(milliseconds / minute)} minutes`
  return milliseconds === day ? 'a day' : `in ${milliseconds / day} days`
}

/** The limits of `typed`, in words. */
export const typedLimits = formatList(
  emailLimits.typed.map(
    ({ count, milliseconds }) => `${inWords(count)} ${describePeriod(milliseconds)}`,
  ),
)

/** No limit counts more, apart from a network's and a domain's. */
export const maxEmailTimes = 10

/** When the limits allow another email: in the past if they do so now. `earlier`: the times of the emails, the latest last. */
export function getNextEmailAt(earlier: readonly Date[], limits: readonly EmailLimit[]): Date {
  const ends = limits.map(({ count, milliseconds }) => {
    const at = earlier.at(-count)
    return at ? at.getTime() + milliseconds : 0
  })
  return new Date(Math.max(...ends))
}

/** Keeps as many as `limits` count, and others that the same times may be counted for. */
export const addEmailTime = (
  earlier: readonly Date[],
  now: Date,
  limits: readonly EmailLimit[] = [],
): Date[] => [...earlier, now].slice(-Math.max(maxEmailTimes, ...limits.map(({ count }) => count)))

/** When an email of this time no longer counts for any limit. */
export const getEmailTimesEnd = (latest: Date): Date =>
  new Date(latest.getTime() + emailLimitDays * day)
