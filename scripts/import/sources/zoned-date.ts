/** Parses the dates of other systems. Days and times that don't exist are refused. */
import { quoteForReport } from '../html-to-markdown/conversion-losses.ts'
import { type Noted, noteForEditor, withNotes } from '../items/note.ts'

const datePattern =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i

/** `zone` is for dates without one, such as Europe/London. */
export function parseZonedDate(value: unknown, zone: string): Date | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  const match = datePattern.exec(text)
  if (!match) return parseTextualDate(text, zone)
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number]
  const clockTime = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isRealDate =
    clockTime.getUTCMonth() === month - 1 &&
    clockTime.getUTCDate() === day &&
    clockTime.getUTCHours() === hour &&
    minute < 60 &&
    second < 60
  if (!isRealDate) return null
  const zoneText = match[7]
  if (!zoneText) return toInstantInZone(clockTime, zone)
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zoneText) ?? []
  if (!sign) return clockTime
  const minutesAhead = Number(hours) * 60 + Number(minutes)
  return new Date(clockTime.getTime() - (sign === '-' ? -minutesAhead : minutesAhead) * 60_000)
}

/** Returns the date that a clock in `zone` shows, in the UTC fields. If `zone` is null, returns the date as written. */
export function readClockTime(value: unknown, zone: string | null): Date | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  const withoutZone = text.replace(/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i, '').trim()
  if (zone === null || withoutZone === text) return parseZonedDate(withoutZone, 'UTC')
  const at = parseZonedDate(text, 'UTC')
  return at && clockTimeInZone(at, isTimeZone(zone) ? zone : 'UTC')
}

/** Parses dates such as “2 January 2019” and “Jan 02, 2019”. */
function parseTextualDate(text: string, zone: string): Date | null {
  if (!/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return null
  const hasZone = /(?:GMT|UTC|Z|[+-]\d{4})$/.test(text)
  const read = new Date(hasZone ? text : `${text} UTC`)
  if (Number.isNaN(read.getTime())) return null
  return hasZone ? read : toInstantInZone(read, zone)
}

/** `gmt` is UTC; if it is zeros, as in drafts, `local` is read in `zone`, or as UTC with a note. */
export function parseExportDate(
  gmt: string,
  local: string,
  zone: string | undefined,
): Noted<Date | null> {
  const utc = parsePlausibleDate(gmt, 'UTC')
  if (utc) return withNotes(utc)
  const at = parsePlausibleDate(local, zone ?? 'UTC')
  if (at)
    return zone
      ? withNotes(at)
      : withNotes(at, noteForEditor('date without a time zone: {} read as UTC', local))
  const unreadable = [gmt, local].find((value) => value !== '' && !/^0000-00-00/.test(value))
  return unreadable ? withNotes(null, noteInvalidDate(unreadable)) : withNotes(null)
}

/** Parses a date, in UTC if it has no zone. */
export function parseUtcDate(value: string): Noted<Date | null> {
  const at = parsePlausibleDate(value, 'UTC')
  return at || value === '' ? withNotes(at) : withNotes(null, noteInvalidDate(value))
}

const noteInvalidDate = (value: string) =>
  noteForEditor('“{}” isn’t a valid date', quoteForReport(value).slice(0, 40))

function parsePlausibleDate(value: string, zone: string): Date | null {
  const at = parseZonedDate(value, zone)
  return at && isPlausibleDate(at) ? at : null
}

/** Refuses dates from broken clocks and plugins. */
export function isPlausibleDate(at: Date): boolean {
  return at.getTime() >= Date.UTC(1900, 0) && at.getTime() < Date.UTC(2200, 0)
}

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Returns the instant at which clocks in a zone show `clockTime`, which has UTC fields. */
function toInstantInZone(clockTime: Date, zone: string): Date {
  // Most dates in exports are in UTC, and creating a formatter for a zone takes longer than all other steps.
  if (zone === 'UTC') return clockTime
  let at = clockTime
  // The first pass may use the offset from the other side of a clock change.
  for (let pass = 0; pass < 2; pass++) {
    at = new Date(clockTime.getTime() - (clockTimeInZone(at, zone).getTime() - at.getTime()))
  }
  return at
}

function clockTimeInZone(at: Date, zone: string): Date {
  // Sweden's format is 2024-01-31 13:05:00.
  const numbers = at.toLocaleString('sv-SE', { timeZone: zone }).match(/\d+/g)!.map(Number)
  const [year, month, ...rest] = numbers as [number, number, number, number, number, number]
  return new Date(Date.UTC(year, month - 1, ...rest))
}
