// Created once, because creating a formatter takes a hundred times as long as using it.
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns “20 November 2026”, in UTC, so that every reader and every build get the same day. */
export function formatDay(instant: Date): string {
  return dayFormat.format(instant)
}

const minuteFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Returns “20 November 2026 at 14:05 UTC”. */
export function formatMinute(instant: Date): string {
  return `${minuteFormat.format(instant)} UTC`
}
