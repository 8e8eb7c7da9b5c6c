/** Times in the publication's time zone, in the format of the browser's input for them: “2026-12-01T09:30”. */

import { minute } from '../../domain/duration.ts'
import { getInstant, isKnownTimeZone, parseCalendarDay } from '../../domain/time-zone.ts'

/** Returns null unless the text is a day and a time. */
export function parseLocalTime(text: string, timeZone: string): Date | null {
  const [, day = '', hour = '', minutes = ''] = /^([\d-]{10})T(\d\d):(\d\d)/.exec(text) ?? []
  const calendarDay = parseCalendarDay(day)
  if (!calendarDay || Number(hour) > 23 || Number(minutes) > 59) return null
  const zone = isKnownTimeZone(timeZone) ? timeZone : 'UTC'
  const instant = getInstant(calendarDay, Number(hour), zone)
  return new Date(instant.getTime() + Number(minutes) * minute)
}

/** Returns an empty string unless `instant` is valid. An unknown time zone is treated as UTC. */
export function formatLocalTime(instant: string, timeZone: string): string {
  const at = new Date(instant === '' ? Number.NaN : instant)
  if (Number.isNaN(at.getTime())) return ''
  // The Swedish format is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: isKnownTimeZone(timeZone) ? timeZone : 'UTC',
  })
  return format.format(at).replace(' ', 'T')
}

/** Returns the city that a time zone is named after. */
export const nameZone = (timeZone: string): string =>
  timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** Formats the time on clocks in this time zone or, without one, in the user's. */
export const describeInstant = (instant: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(instant)
