// Made once: a formatter costs a hundred times what it takes to format with it.
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** “20 November 2026”. Days are those of UTC, so that every reader and every build agree. */
export function dayInWords(instant: Date): string {
  return longDay.format(instant)
}
