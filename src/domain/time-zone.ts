/** Days and hours in time zones. This file doesn't use zod, because browsers load it. */

/** A day in some time zone, such as “2027-02-28”. */
export type CalendarDay = string & { readonly __calendarDay: true }

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Returns null unless the day exists: 29 February exists only in leap years. */
export function parseCalendarDay(input: string): CalendarDay | null {
  if (!dayPattern.test(input)) return null
  const date = new Date(`${input}T00:00:00Z`)
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(input)
  return isReal ? (input as CalendarDay) : null
}

export function addDays(day: CalendarDay, days: number): CalendarDay {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10) as CalendarDay
}

/** Formatters by time zone, because creating one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function getParts(instant: Date, timeZone: string): Record<string, string> {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
}

export function getCalendarDay(instant: Date, timeZone: string): CalendarDay {
  const { year, month, day } = getParts(instant, timeZone)
  return `${year}-${month}-${day}` as CalendarDay
}

/** The day and the time that clocks in the zone show, such as “2026-12-01” and “09:00:00”. */
export function getCalendarTime(instant: Date, timeZone: string) {
  const { year, month, day, hour, minute, second } = getParts(instant, timeZone)
  return { day: `${year}-${month}-${day}` as CalendarDay, time: `${hour}:${minute}:${second}` }
}

/** Returns the day, and the hour from 0 to 23, shown by clocks in the zone. */
export function getCalendarHour(instant: Date, timeZone: string) {
  const { year, month, day, hour } = getParts(instant, timeZone)
  return { day: `${year}-${month}-${day}` as CalendarDay, hour: Number(hour) }
}

/** Returns today, if it's this weekday (0 is Sunday) and at least this hour in the zone; null otherwise. */
export function findWeeklyDay(
  now: Date,
  { weekday, hour, timeZone }: { weekday: number; hour: number; timeZone: string },
): CalendarDay | null {
  const today = getCalendarHour(now, timeZone)
  const isDay = new Date(`${today.day}T00:00:00Z`).getUTCDay() === weekday
  return isDay && today.hour >= hour ? today.day : null
}

/** Returns the milliseconds by which local clocks are ahead of UTC. */
export function getOffset(instant: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = getParts(instant, timeZone)
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return local - Math.floor(instant.getTime() / 1000) * 1000
}

const dayLength = 86_400_000

/**
 * Returns the instant of this hour on that day. If clocks skip the hour, returns the instant an hour later; if they
 * repeat the hour, the first one.
 */
export function getInstant(day: CalendarDay, hour: number, timeZone: string): Date {
  const { instants, skipped } = findInstants(day, `${String(hour).padStart(2, '0')}:00`, timeZone)
  return instants[0] ?? skipped
}

/**
 * Finds the instants at which clocks show a time such as “09:30” or “09:30:15.250” on that day: none if they skip it,
 * two if they repeat it. `skipped` is the time that they show in its place.
 */
export function findInstants(
  day: CalendarDay,
  time: string,
  timeZone: string,
): { readonly instants: readonly Date[]; readonly skipped: Date } {
  const asUtc = Date.parse(`${day}T${time}Z`)
  const before = asUtc - getOffset(new Date(asUtc - dayLength), timeZone)
  const after = asUtc - getOffset(new Date(asUtc + dayLength), timeZone)
  const showsTime = (instant: number) => instant + getOffset(new Date(instant), timeZone) === asUtc
  const instants = [...new Set([before, after])].filter(showsTime)
  return { instants: instants.map((instant) => new Date(instant)), skipped: new Date(before) }
}

export function isKnownTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone })
    return true
  } catch {
    return false
  }
}
