/** Instants in manuscripts and options always have a time zone. */

import { DeskError } from '../command-line/exit-status.ts'

const instantPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)? ?(?:([Zz])|([+-]\d{2}):?(\d{2})?)$/

export const instantExample = '2026-11-21T09:30:00Z or 2026-11-21 15:00 +05:30'

/** Null if it is invalid or has no zone. */
export function parseInstant(text: string): Date | null {
  const match = instantPattern.exec(text.trim())
  if (!match) return null
  const [, year, month, day, hour, minute, second = '00', fraction = '', utcMark, hours, minutes] =
    match
  const zone = utcMark ? 'Z' : `${hours}:${minutes ?? '00'}`
  // Date would turn 30 February into 2 March.
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return null
  const instant = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${zone}`,
  )
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** Leaves out milliseconds if they are zero. */
export function formatInstant(instant: Date): string {
  return instant.toISOString().replace(/\.000Z$/, 'Z')
}

/** The value of an option. */
export function parseInstantOption(option: string, text = ''): Date {
  const instant = parseInstant(text)
  if (instant) return instant
  const message = `${option} must be a time with a time zone, such as ${instantExample}.`
  throw new DeskError(message, 'usage')
}

/** The value of an option: a time in the future. `advice` is for a time in the past. */
export function parseFutureOption(option: string, text: string | undefined, advice = ''): Date {
  const instant = parseInstantOption(option, text)
  if (instant.getTime() > Date.now()) return instant
  throw new DeskError(`${formatInstant(instant)} is in the past.${advice}`)
}
