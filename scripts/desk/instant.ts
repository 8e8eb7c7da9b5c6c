/** Instants as editors write them: always with a zone, so that nobody has to guess whose clock. */

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)? ?(?:([Zz])|([+-]\d{2}):?(\d{2})?)$/

export const instantExample = '2026-11-21T09:30:00Z or 2026-11-21 15:00 +05:30'

/** Null where it is no instant, has no zone, or names a day that there is not. */
export function parseInstant(text: string): Date | null {
  const match = pattern.exec(text.trim())
  if (!match) return null
  const [, year, month, day, hour, minute, second = '00', fraction = '', z, hours, minutes] = match
  const zone = z ? 'Z' : `${hours}:${minutes ?? '00'}`
  // The 30th of February would become the 2nd of March.
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return null
  const instant = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${zone}`,
  )
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** As front matter and messages have it: without milliseconds where there are none. */
export function printInstant(instant: Date): string {
  return instant.toISOString().replace(/\.000Z$/, 'Z')
}
