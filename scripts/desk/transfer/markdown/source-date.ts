/** Dates as people write them into front matter; without a zone they go by the clock of the source. */
import { inZone } from '../../import/dates.ts'

const pattern =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i

/** Null where it is no date, or a day that there is not. */
export function parseSourceDate(value: unknown, zone: string): Date | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  const match = pattern.exec(text)
  if (!match) return parseWords(text, zone)
  const [, ...parts] = match
  const [year, month, day, hour, minute, second] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0))
  const clock = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!)
  const read = new Date(clock)
  if (read.getUTCDate() !== day || read.getUTCMonth() !== month! - 1 || hour! > 23) return null
  const given = parts[6]
  if (!given) return inZone(read, zone)
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(given) ?? [null, '+', '0', '0']
  const minutesAhead = Number(hours) * 60 + Number(minutes)
  return new Date(clock - (sign === '-' ? -minutesAhead : minutesAhead) * 60_000)
}

/** “2 January 2019”, “Jan 02, 2019”. */
function parseWords(text: string, zone: string): Date | null {
  if (!/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return null
  const hasZone = /(?:GMT|UTC|Z|[+-]\d{4})$/.test(text)
  const read = Date.parse(hasZone ? text : `${text} UTC`)
  if (Number.isNaN(read)) return null
  return hasZone ? new Date(read) : inZone(new Date(read), zone)
}
