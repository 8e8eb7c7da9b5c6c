/** Dates of exports: WordPress's with and without a zone, and what no publication can have. */

const written = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/

export type ReadDate = { readonly at: Date | null; readonly note: string | null }

/**
 * An instant. `gmt` is WordPress's own in UTC; where that is zeros, as with drafts and after some
 * plugins, `local` is read in the zone given, else as UTC, and the note says so.
 */
export function readDate(gmt: string, local: string, zone: string | undefined): ReadDate {
  const utc = instant(gmt)
  if (utc) return { at: utc, note: null }
  const there = instant(local)
  if (there) {
    const at = zone ? inZone(there, zone) : there
    return { at, note: zone ? null : `its date has no zone: ${local} was taken as UTC` }
  }
  const given = [gmt, local].find((value) => value !== '' && !/^0000-00-00/.test(value))
  return { at: null, note: given ? `“${given.slice(0, 40)}” is no date` : null }
}

/** What a calendar and a clock show, as if they were UTC's. Null for what neither can show. */
function instant(value: string): Date | null {
  const match = written.exec(value.trim())
  if (!match) return null
  const [year, month, day, hour, minute, second] = match
    .slice(1)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number]
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const shows =
    at.getUTCMonth() === month - 1 &&
    at.getUTCDate() === day &&
    at.getUTCHours() === hour &&
    minute < 60 &&
    second < 60
  return shows && isSensible(at) ? at : null
}

/** No publication has posts from before or after; such dates come from broken clocks and plugins. */
export function isSensible(at: Date): boolean {
  return at.getTime() >= Date.UTC(1900, 0) && at.getTime() < Date.UTC(2200, 0)
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The instant at which clocks in a zone show what this one shows in UTC. */
export function inZone(shown: Date, zone: string): Date {
  let at = shown
  // Twice, because the offset at the first guess may be that of the other side of a clock change.
  for (let round = 0; round < 2; round++) {
    at = new Date(shown.getTime() - (shownIn(at, zone).getTime() - at.getTime()))
  }
  return at
}

function shownIn(at: Date, zone: string): Date {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)!.value)
  return new Date(
    Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    ),
  )
}
