/** Instants with a time zone, as in ISO 8601. */

const instantPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)? ?(?:([Zz])|([+-]\d{2}):?(\d{2})?)$/

/** Returns null if the text is invalid or has no zone. */
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
