import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const event = {
  slug: 'winter-salon-2026',
  title: 'Letters, not sent; or: kept',
  dek: 'One line.\nAnother \\ line.',
  startsAt: new Date('2026-12-12T18:30:00Z'),
  endsAt: new Date('2026-12-12T21:30:00Z'),
  place: 'Lascar Hall, Limehouse, London',
}
const origin = new URL('https://example.com')
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

it('says what, when in UTC, and where', () => {
  const lines = unfolded(calendarFile(event, origin))
  expect(lines).toContain('DTSTART:20261212T183000Z')
  expect(lines).toContain('DTEND:20261212T213000Z')
  expect(lines).toContain('SUMMARY:Letters\\, not sent\\; or: kept')
  expect(lines).toContain('DESCRIPTION:One line.\\nAnother \\\\ line.')
  expect(lines).toContain('URL:https://example.com/events/winter-salon-2026')
  expect(lines).toContain('UID:winter-salon-2026@example.com')
  expect(lines.at(-1)).toBe('')
})

it('keeps lines within 75 octets, whatever is in them, and loses nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const file = calendarFile({ ...event, title: `x${title}` }, origin)
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      }
      const properties = unfolded(file).map((line) => line.slice(0, line.indexOf(':')))
      expect(properties.filter((name) => name === 'SUMMARY')).toHaveLength(1)
    }),
  )
})
