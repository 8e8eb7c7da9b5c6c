/** Writes calendar files (RFC 5545). The same event always has the same bytes. */
import type { EventCopy } from '../../content/content-copy.ts'
import { getIdentifier, type Identified } from '../../domain/identifier.ts'
import { site } from '../../publication/identity.ts'

/** Folds lines longer than 75 octets (3.1). */
function foldLine(line: string): string {
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

/** Escapes TEXT values (3.3.11). */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** Formats an instant in UTC, so that the file needs no time zone. */
function formatInstant(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

type CalendarEvent = Identified & Pick<EventCopy, 'title' | 'dek' | 'startsAt' | 'endsAt' | 'place'>

export function renderCalendarFile(event: CalendarEvent, origin: URL): string {
  const address = new URL(`/events/${event.slug}`, origin)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(site.name)}//Events//EN`,
    'BEGIN:VEVENT',
    `UID:${getIdentifier(event)}@${address.hostname}`,
    // This field is required, but irrelevant for a file that is downloaded once.
    `DTSTAMP:${formatInstant(event.startsAt)}`,
    `DTSTART:${formatInstant(event.startsAt)}`,
    `DTEND:${formatInstant(event.endsAt)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.dek)}`,
    `LOCATION:${escapeText(event.place)}`,
    `URL:${address.href}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  return lines.map(foldLine).join('\r\n')
}
