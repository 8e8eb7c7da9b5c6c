/** Times in the publication's zone, as the browser's field for them has them: “2026-12-01T09:30”. */

import { minute } from '../../domain/duration.ts'
import { getInstant, isKnownTimeZone, parseCalendarDay } from '../../domain/time-zone.ts'

/** Null unless it’s a day and a time. */
export function parseLocalTime(text: string, timeZone: string): Date | null {
  const [, day = '', hour = '', minutes = ''] = /^([\d-]{10})T(\d\d):(\d\d)/.exec(text) ?? []
  const calendarDay = parseCalendarDay(day)
  if (!calendarDay || Number(hour) > 23 || Number(minutes) > 59) return null
  const zone = isKnownTimeZone(timeZone) ? timeZone : 'UTC'
  const instant = getInstant(calendarDay, Number(hour), zone)
  return new Date(instant.getTime() + Number(minutes) * minute)
}

/** Empty unless it's an instant. An unknown zone is taken for UTC. */
export function formatLocalTime(instant: string, timeZone: string): string {
  const at = new Date(instant === '' ? Number.NaN : instant)
  if (Number.isNaN(at.getTime())) return ''
  // Swedes write times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: isKnownTimeZone(timeZone) ? timeZone : 'UTC',
  })
  return format.format(at).replace(' ', 'T')
}

/** “Asia/Kolkata” is called after its city. */
export const nameZone = (timeZone: string): string =>
  timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** As clocks there show it; the person's own without a zone. */
export const describeInstant = (instant: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(instant)
