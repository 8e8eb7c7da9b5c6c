/**
 * Limits the emails that anyone can cause by typing an address: there are few, however many people type it, and however
 * they spell it. The times of earlier emails are stored by a hash of the inbox (functions/email/inbox.ts), and outlive
 * everything else that is stored about it.
 */

const minute = 60 * 1000
const day = 24 * 60 * minute

/**
 * Of the longest limit. Links in these emails work for at least as long, so that an inbox without room for another
 * email has one that works.
 */
export const emailLimitDays = 30

/** The latest `count` emails within `milliseconds` leave no room for another. */
type EmailLimit = { readonly count: number; readonly milliseconds: number }

const limits: readonly EmailLimit[] = [
  { count: 1, milliseconds: 10 * minute },
  { count: 3, milliseconds: day },
  { count: 10, milliseconds: emailLimitDays * day },
]

/** For an address that has complained, or doesn't exist. */
const unwelcomeLimits: readonly EmailLimit[] = [{ count: 1, milliseconds: emailLimitDays * day }]

/** No limit counts more. */
export const maxEmailTimes = 10

/** `earlier`: the times of the emails, the latest last. */
export const isEmailAllowed = (
  earlier: readonly Date[],
  now: Date,
  { isUnwelcome = false } = {},
): boolean =>
  (isUnwelcome ? unwelcomeLimits : limits).every(
    ({ count, milliseconds }) =>
      earlier.filter((at) => now.getTime() - at.getTime() < milliseconds).length < count,
  )

export const addEmailTime = (earlier: readonly Date[], now: Date): Date[] =>
  [...earlier, now].slice(-maxEmailTimes)

/** When an email of this time no longer counts for any limit. */
export const getEmailTimesEnd = (latest: Date): Date =>
  new Date(latest.getTime() + emailLimitDays * day)
