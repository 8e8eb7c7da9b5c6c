// Created once: creating a formatter costs a hundred times as much as using it.
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** “20 November 2026”, in UTC so that every reader and every build agree. */
export function formatDay(instant: Date): string {
  return dayFormat.format(instant)
}

const minuteFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** “20 November 2026 at 14:05 UTC”. */
export function formatMinute(instant: Date): string {
  return `${minuteFormat.format(instant)} UTC`
}
