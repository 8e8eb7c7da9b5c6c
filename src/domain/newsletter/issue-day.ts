/** The day of the week on which the newsletter appears. Free of zod, because browsers load this file. */
import { newsletter } from '../../publication/newsletter.ts'

const dayLength = 86_400_000
const weekLength = 7

/** 4 January 1970 was a Sunday, from which weekdays are counted. */
const firstSunday = 3 * dayLength

/** “Sunday”. */
export const issueWeekday = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  timeZone: 'UTC',
}).format(firstSunday + newsletter.weekday * dayLength)

/** “every Sunday”. */
export const newsletterFrequency = `every ${issueWeekday}`

/** The day of an issue on or after that day, at midnight in UTC. */
export function getNextIssueDay(instant: Date, weekday: number = newsletter.weekday): Date {
  const midnight = Math.floor(instant.getTime() / dayLength) * dayLength
  const days = (weekday - new Date(midnight).getUTCDay() + weekLength) % weekLength
  return new Date(midnight + days * dayLength)
}
