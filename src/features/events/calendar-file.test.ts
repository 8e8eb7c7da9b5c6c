import fc from 'fast-check'
import { expect, it } from 'vitest'
import { renderCalendarFile } from './calendar-file.ts'

const event = {
  slug: 'winter-salon',
  title: 'Letters, not sent; or: kept',
  dek: 'One line.\nAnother \\ line.',
  startsAt: new Date('2026-12-12T18:30:00Z'),
  endsAt: new Date('2026-12-12T21:30:00Z'),
  place: 'Lascar Hall, Limehouse, London',
}
const origin = new URL('https://example.com')
const unfoldLines = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

it('a calendar file contains the title, the time in UTC and the place', () => {
  const lines = unfoldLines(renderCalendarFile(event, origin))
  expect(lines).toContain('DTSTART:20261212T183000Z')
  expect(lines).toContain('DTEND:20261212T213000Z')
  expect(lines).toContain('SUMMARY:Letters\\, not sent\\; or: kept')
  expect(lines).toContain('DESCRIPTION:One line.\\nAnother \\\\ line.')
  expect(lines).toContain('URL:https://example.com/events/winter-salon')
  expect(lines).toContain('UID:winter-salon@example.com')
  expect(lines.at(-1)).toBe('')
})

it('a renamed event keeps its id in calendar files', () => {
  const moved = { ...event, slug: 'spring-salon', identifier: event.slug }
  const lines = unfoldLines(renderCalendarFile(moved, origin))
  expect(lines).toContain('URL:https://example.com/events/spring-salon')
  expect(lines).toContain('UID:winter-salon@example.com')
})

it('any text is folded into lines of at most 75 octets without losing any of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const file = renderCalendarFile({ ...event, title: `x${title}` }, origin)
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      }
      const properties = unfoldLines(file).map((line) => line.slice(0, line.indexOf(':')))
      expect(properties.filter((name) => name === 'SUMMARY')).toHaveLength(1)
    }),
  )
})
