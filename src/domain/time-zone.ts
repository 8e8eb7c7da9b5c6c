/** Free of zod, because browsers load this file. */

/** “2027-02-28”, in some time zone. */
export type CalendarDay = string & { readonly __calendarDay: true }

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Null unless the day exists: 29 February only in leap years. */
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

/** Keyed by time zone. Creating a formatter costs a hundred times as much as using it. */
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

/** The day, and the hour from 0 to 23, that clocks there show. */
export function getCalendarHour(instant: Date, timeZone: string) {
  const { year, month, day, hour } = getParts(instant, timeZone)
  return { day: `${year}-${month}-${day}` as CalendarDay, hour: Number(hour) }
}

/** Today, if it's this weekday (0 is Sunday) and at least this hour there; null otherwise. */
export function findWeeklyDay(
  now: Date,
  { weekday, hour, timeZone }: { weekday: number; hour: number; timeZone: string },
): CalendarDay | null {
  const today = getCalendarHour(now, timeZone)
  const isDay = new Date(`${today.day}T00:00:00Z`).getUTCDay() === weekday
  return isDay && today.hour >= hour ? today.day : null
}

/** Milliseconds that local clocks are ahead of UTC. */
function getOffset(instant: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = getParts(instant, timeZone)
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return local - Math.floor(instant.getTime() / 1000) * 1000
}

const dayLength = 86_400_000

/**
 * When it is this hour on that day. In an hour that clocks skip, the time an hour later; in one that they repeat, its
 * first time.
 */
export function getInstant(day: CalendarDay, hour: number, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const before = asUtc - getOffset(new Date(asUtc - dayLength), timeZone)
  const after = asUtc - getOffset(new Date(asUtc + dayLength), timeZone)
  const showsHour = (instant: number) => instant + getOffset(new Date(instant), timeZone) === asUtc
  return new Date([before, after].find(showsHour) ?? before)
}
