import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstant, parseInstant } from './instant.ts'

describe('an instant', () => {
  it.each([
    ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00Z'],
    ['2026-11-21 15:00 +05:30', '2026-11-21T09:30:00Z'],
    ['2026-11-21T15:00+0530', '2026-11-21T09:30:00Z'],
    ['2026-11-21T10:30:00.250+01', '2026-11-21T09:30:00.250Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z'],
  ])('can be written as %s', (text, instant) => {
    expect(formatInstant(parseInstant(text)!)).toBe(instant)
  })

  it.each([
    'tomorrow',
    '2026-11-21',
    '2026-11-21T09:30:00',
    '2026-11-21 09:30',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-21T24:61:00Z',
    '',
  ])('can’t be written as %j, without a zone or a valid time', (text) => {
    expect(parseInstant(text)).toBeNull()
  })

  it('is parsed from its formatted text', () => {
    const instant = fc.date({
      min: new Date('0000-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instant, (date) => {
        expect(parseInstant(formatInstant(date))).toEqual(date)
      }),
    )
  })
})
