// Made once: a formatter costs a hundred times what it takes to format with it.
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** “20 November 2026”. Days are those of UTC, so that every reader and every build agree. */
export function dayInWords(instant: Date): string {
  return longDay.format(instant)
}

const minute = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** “20 November 2026 at 14:05 UTC”. */
export function minuteInWords(instant: Date): string {
  return `${minute.format(instant)} UTC`
}

const dayLength = 24 * 60 * 60 * 1000

/** The Sunday on that day or after it, at midnight. */
export function sundayFrom(instant: Date): Date {
  const midnight = Math.floor(instant.getTime() / dayLength) * dayLength
  const daysToGo = (7 - new Date(midnight).getUTCDay()) % 7
  return new Date(midnight + daysToGo * dayLength)
}
