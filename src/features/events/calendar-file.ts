/** An event as a calendar takes it (RFC 5545). The same event makes the same file, at any time. */
import type { MirroredEvent } from '../../content/mirror.ts'
import { site } from '../../site.ts'

/** Lines of at most 75 octets, continued on the next behind a space (3.1). */
function fold(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const character of line) {
    if (Buffer.byteLength(current + character) > 75) {
      lines.push(current)
      current = ' '
    }
    current += character
  }
  return [...lines, current].join('\r\n')
}

/** TEXT values (3.3.11). */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** A UTC instant: needs no time zone in the file, and every calendar shows its own reader's clock. */
function instant(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

type CalendarEvent = Pick<MirroredEvent, 'slug' | 'title' | 'dek' | 'startsAt' | 'endsAt' | 'place'>

export function calendarFile(event: CalendarEvent, origin: URL): string {
  const address = new URL(`/events/${event.slug}`, origin)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(site.name)}//Events//EN`,
    'BEGIN:VEVENT',
    `UID:${event.slug}@${address.hostname}`,
    // Required, and read by nobody in a file that is fetched once.
    `DTSTAMP:${instant(event.startsAt)}`,
    `DTSTART:${instant(event.startsAt)}`,
    `DTEND:${instant(event.endsAt)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.dek)}`,
    `LOCATION:${escapeText(event.place)}`,
    `URL:${address.href}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  return lines.map(fold).join('\r\n')
}
