/** Times as editors write and read them: in the publication's time zone, unless they name another one. */
import { fail, type Result, succeed } from '../../domain/result.ts'
import {
  addDays,
  type CalendarDay,
  findInstants,
  getCalendarDay,
  getCalendarTime,
  getOffset,
  isKnownTimeZone,
  parseCalendarDay,
} from '../../domain/time-zone.ts'
import { site } from '../../publication/identity.ts'
import { formatInstant, parseInstant } from './instant.ts'

export const timeExample = 'tomorrow 9am or 2026-12-01 09:00'

const notUnderstood = `isn’t a time that can be read: write it as ${timeExample}`

type Clock = { readonly now: Date; readonly timeZone: string }

/** The failure says what to write instead. Times in the past are accepted. */
export function parseTime(
  text: string,
  { now, timeZone = site.timeZone }: { readonly now: Date; readonly timeZone?: string },
): Result<Date, string> {
  const instant = parseInstant(text)
  if (instant) return succeed(instant)
  const zoned = splitZone(text.trim().replace(/\s+/g, ' '))
  if (!zoned.ok) return zoned
  const clock = { now, timeZone: zoned.value.zone ?? timeZone }
  const later = parseDistance(zoned.value.rest, clock)
  if (later) return succeed(later)
  const words = splitWords(zoned.value.rest)
  const timeWords = words.filter((word) => timePattern.test(word))
  const time = parseTimeOfDay(timeWords)
  const day = parseDay(
    words.filter((word) => !timePattern.test(word)),
    getCalendarDay(now, clock.timeZone),
  )
  if (!day.ok) {
    const writtenTime = time.ok && timeWords.length > 0 ? time.value : '09:00'
    return fail(day.failure.replaceAll('TIME', writtenTime))
  }
  if (timeWords.length === 0) return fail(`has no time of day: write ${day.value} 09:00`)
  return time.ok ? resolveLocalTime(day.value, time.value, clock.timeZone) : time
}

const zonePattern =
  /^(.+) (Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?|[A-Z][A-Za-z]*(?:\/[A-Za-z0-9_+-]+)+|(?!(?:AM|PM)$)[A-Z]{2,5})$/

function splitZone(
  text: string,
): Result<{ readonly rest: string; readonly zone: string | null }, string> {
  const [, rest, name] = zonePattern.exec(text) ?? []
  const isDayName = findName([...weekdays, ...months], name) >= 0
  if (rest === undefined || name === undefined || isDayName)
    return succeed({ rest: text, zone: null })
  if (/^(?:Z|UTC|GMT)$/.test(name)) return succeed({ rest, zone: 'UTC' })
  const [, hours, minutes = '00'] = /^([+-]\d{2})(?::?(\d{2}))?$/.exec(name) ?? []
  const zone = hours === undefined ? name : `${hours}:${minutes}`
  // Abbreviations such as IST can mean several zones.
  const isExact = hours !== undefined || name.includes('/')
  if (isExact && isKnownTimeZone(zone)) return succeed({ rest, zone })
  return fail(
    `has a time zone that isn’t known: write ${name} as a place, such as ${site.timeZone}, or as +05:30`,
  )
}

const distancePattern = /^in (\d{1,4}|an?) (minute|min|hour|day|week)s?$/i

/** Parses “in 2 hours”. Days and weeks don’t change the time of day. */
function parseDistance(text: string, { now, timeZone }: Clock): Date | null {
  const [, number, unit] = distancePattern.exec(text) ?? []
  if (number === undefined || unit === undefined) return null
  const count = Number(number) || (/^an?$/i.test(number) ? 1 : 0)
  const minutes = { minute: 1, min: 1, hour: 60 }[unit.toLowerCase()]
  if (minutes !== undefined) return new Date(now.getTime() + count * minutes * 60_000)
  const { day, time } = getCalendarTime(now, timeZone)
  const days = unit.toLowerCase() === 'week' ? count * 7 : count
  const { instants, skipped } = findInstants(addDays(day, days), time, timeZone)
  return instants[0] ?? skipped
}

/** Returns the words that matter. “9 am” is one word, and so is a date that is followed by “T” and a time. */
const splitWords = (text: string): string[] =>
  text
    .replace(/(\d) (am|pm)\b/gi, '$1$2')
    .replace(/(\d)T(?=\d)/g, '$1 ')
    .split(/[ ,]+/)
    .filter((word) => !/^(?:at|on|this|)$/i.test(word))

const timePattern =
  /^(?:(\d{1,2})(?::(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?(am|pm)?|(am|pm))|noon|midnight)$/i

/** Returns the time of day in the format that `findInstants` needs. Fails unless there is exactly one word. */
function parseTimeOfDay([word, ...others]: readonly string[]): Result<string, string> {
  if (word === undefined || others.length > 0) return fail(notUnderstood)
  if (/^noon$/i.test(word)) return succeed('12:00')
  if (/^midnight$/i.test(word))
    return fail('can be the beginning or the end of a day: write 00:00 and the day that begins')
  const [, hours, minutes = '00', seconds, ...halves] = timePattern.exec(word)!
  const half = halves.find((one) => one !== undefined)?.toLowerCase()
  const hour = Number(hours)
  if (half && hour === 12 && minutes === '00')
    return fail('can be noon or midnight: write 12:00 or 00:00')
  if (half && (hour < 1 || hour > 12))
    return fail(`has a time of day that can’t be read: write ${hours}:${minutes}`)
  const full = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour
  if (full > 23 || Number(minutes) > 59 || Number(seconds ?? 0) >= 60)
    return fail(`has a time of day that doesn’t exist: ${word}`)
  const time = `${String(full).padStart(2, '0')}:${minutes}`
  return succeed(seconds === undefined ? time : `${time}:${seconds}`)
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** Returns the index of the name that begins with the word, which needs at least three letters; -1 if none does. */
const findName = (names: readonly string[], word = ''): number =>
  word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word.toLowerCase()))

const getWeekday = (day: CalendarDay): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** In a failure’s message, TIME stands for the time of day. */
function parseDay(words: readonly string[], today: CalendarDay): Result<CalendarDay, string> {
  const [first = '', ...rest] = words
  const word = first.toLowerCase()
  if (word === '') return fail('has no day: write today TIME or tomorrow TIME')
  if (rest.length === 0 && word === 'today') return succeed(today)
  if (rest.length === 0 && word === 'tomorrow') return succeed(addDays(today, 1))
  if (rest.length > 0 && /^\d{1,2}$/.test(rest.at(-1)!)) {
    const day = parseDay(words.slice(0, -1), today)
    if (day.ok) return fail(`has no clear time of day: write ${rest.at(-1)}am or ${rest.at(-1)}pm`)
  }
  const weekday = findName(weekdays, first)
  if (weekday >= 0 && rest.length > 0) return checkWeekday(parseDay(rest, today), weekday)
  if (weekday >= 0) {
    const days = (weekday - getWeekday(today) + 7) % 7
    if (days > 0) return succeed(addDays(today, days))
    return fail(`can be today or in a week: write today TIME or ${addDays(today, 7)} TIME`)
  }
  const following = findName(weekdays, rest[0])
  if (word === 'next' && following >= 0) {
    const days = (following - getWeekday(today) + 7) % 7 || 7
    const [near, far] = [addDays(today, days), addDays(today, days + 7)]
    return fail(`can be two days: write ${near} TIME or ${far} TIME`)
  }
  return parseDate(words, today)
}

function checkWeekday(
  day: Result<CalendarDay, string>,
  weekday: number,
): Result<CalendarDay, string> {
  if (!day.ok || getWeekday(day.value) === weekday) return day
  const name = weekdays[getWeekday(day.value)]!
  return fail(
    `has the wrong day of the week: ${day.value} is a ${name[0]!.toUpperCase()}${name.slice(1)}`,
  )
}

/** Parses “2026-12-01”, “1 December” or “December 1, 2026”; without a year, the next such day. */
function parseDate(words: readonly string[], today: CalendarDay): Result<CalendarDay, string> {
  const [first = '', second, year, ...others] = words
  if (words.length === 1) {
    const day = parseCalendarDay(first)
    if (day) return succeed(day)
    if (/^\d{4}-\d{2}-\d{2}$/.test(first)) return fail(`${first} isn’t a day`)
    return /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(first)
      ? fail(
          'has a date whose day and month may be mixed up: write year, month and day, such as 2026-12-01 TIME',
        )
      : fail(notUnderstood)
  }
  const isMonthFirst = findName(months, first) >= 0
  const month = findName(months, isMonthFirst ? first : second)
  const [, dayNumber] =
    /^(\d{1,2})(?:st|nd|rd|th)?$/i.exec((isMonthFirst ? second : first) ?? '') ?? []
  if (month < 0 || dayNumber === undefined || others.length > 0) return fail(notUnderstood)
  if (year !== undefined && !/^\d{4}$/.test(year)) return fail(notUnderstood)
  const format = (inYear: string | number) =>
    `${inYear}-${String(month + 1).padStart(2, '0')}-${dayNumber.padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  const text = format(year ?? (format(thisYear) < today ? thisYear + 1 : thisYear))
  const day = parseCalendarDay(text)
  return day ? succeed(day) : fail(`${text} isn’t a day`)
}

/** Refuses a time that clocks skip or repeat. */
function resolveLocalTime(day: CalendarDay, time: string, timeZone: string): Result<Date, string> {
  const { instants, skipped } = findInstants(day, time, timeZone)
  const [instant, another] = instants
  if (!instant) {
    const shown = formatLocalTime(skipped, timeZone)
    return fail(
      `doesn’t exist, because clocks in ${timeZone} skip ${time} on ${day}: write ${shown}`,
    )
  }
  if (!another) return succeed(instant)
  const choices = instants.map((one) => formatLocalTime(one, timeZone)).join(' or ')
  return fail(`happens twice, because clocks in ${timeZone} go back on ${day}: write ${choices}`)
}

const localTimePattern = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)$/

/** Parses a day and a time without a zone, as in front matter; null for any other text. */
export function parseLocalTime(text: string, timeZone: string): Result<Date, string> | null {
  const [, date, time] = localTimePattern.exec(text.trim()) ?? []
  if (date === undefined || time === undefined) return null
  const day = parseCalendarDay(date)
  const checked = parseTimeOfDay([time])
  if (!day || !checked.ok) return fail('isn’t a valid time')
  return resolveLocalTime(day, time, timeZone)
}

/** Returns “+05:30”; null if the offset included seconds, as in the 19th century. */
function formatOffset(instant: Date, timeZone: string): string | null {
  const minutes = getOffset(instant, timeZone) / 60_000
  if (!Number.isInteger(minutes)) return null
  const pad = (number: number) => String(number).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** Returns “2026-12-01 09:00 +05:30”, as in manuscripts: exact, and the same instant in any time zone. */
export function formatLocalTime(instant: Date, timeZone: string = site.timeZone): string {
  const { day, time } = getCalendarTime(instant, timeZone)
  const milliseconds = instant.toISOString().slice(19, -1)
  const seconds =
    milliseconds === '.000' ? time.slice(5).replace(':00', '') : time.slice(5) + milliseconds
  const text = `${day} ${time.slice(0, 5)}${seconds} ${formatOffset(instant, timeZone)}`
  return parseInstant(text)?.getTime() === instant.getTime() ? text : formatInstant(instant)
}

/** Returns “Tue 2026-12-01 09:00 Asia/Colombo”, to the minute, as commands print it. */
export function formatTime(instant: Date, timeZone: string = site.timeZone): string {
  const { day, time } = getCalendarTime(instant, timeZone)
  const weekday = weekdays[getWeekday(day)]!.slice(0, 3)
  const isClear = findInstants(day, time, timeZone).instants.length === 1
  const zone = isClear ? timeZone : `${formatOffset(instant, timeZone)} (${timeZone})`
  return `${weekday[0]!.toUpperCase()}${weekday.slice(1)} ${day} ${time.slice(0, 5)} ${zone}`
}
