/** The weekday on which the newsletter appears. Doesn't use zod, because browsers load this file. */
import { newsletter } from '../../publication/newsletter.ts'

const dayLength = 86_400_000
const weekLength = 7

/** 4 January 1970 was a Sunday; weekdays are counted from it. */
const firstSunday = 3 * dayLength

/** A name such as “Sunday”. */
export const issueWeekday = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  timeZone: 'UTC',
}).format(firstSunday + newsletter.weekday * dayLength)

/** A phrase such as “every Sunday”. */
export const newsletterFrequency = `every ${issueWeekday}`

/** Returns the day of an issue on or after that day, at midnight UTC. */
export function getNextIssueDay(instant: Date, weekday: number = newsletter.weekday): Date {
  const midnight = Math.floor(instant.getTime() / dayLength) * dayLength
  const days = (weekday - new Date(midnight).getUTCDay() + weekLength) % weekLength
  return new Date(midnight + days * dayLength)
}
