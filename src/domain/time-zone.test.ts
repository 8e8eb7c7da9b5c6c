import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  type CalendarDay,
  getCalendarDay,
  getInstant,
  parseCalendarDay,
} from './time-zone.ts'

const zones = [
  'Asia/Colombo',
  'UTC',
  'America/New_York',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
]
const day = (text: string) => parseCalendarDay(text)!

it.each(['2027-02-29', '2027-13-01', '2027-00-10', '2027-1-1', '27-01-01', '2027-01-01T00:00', ''])(
  '%j isn’t a calendar day',
  (input) => expect(parseCalendarDay(input)).toBeNull(),
)

it('29 February is a calendar day in leap years', () => {
  expect(parseCalendarDay('2028-02-29')).toBe('2028-02-29')
  expect(addDays(day('2028-02-28'), 1)).toBe('2028-02-29')
  expect(addDays(day('2028-02-29'), 365)).toBe('2029-02-28')
})

it.each([
  ['skip', 'America/New_York', '2026-03-08', 2, '2026-03-08T07:00:00.000Z'],
  ['skip', 'Europe/London', '2026-03-29', 1, '2026-03-29T01:00:00.000Z'],
  ['skip', 'Africa/Cairo', '2026-04-24', 0, '2026-04-23T22:00:00.000Z'],
  ['repeat', 'America/New_York', '2026-11-01', 1, '2026-11-01T05:00:00.000Z'],
  ['repeat', 'Europe/London', '2026-10-25', 1, '2026-10-25T00:00:00.000Z'],
])('an hour that clocks %s in %s is found', (_, zone, text, hour, expected) => {
  expect(getInstant(day(text), hour, zone).toISOString()).toBe(expected)
})

describe('nine o’clock in a time zone', () => {
  it.each([
    ['Asia/Colombo', '2026-11-23', '2026-11-23T03:30:00.000Z'],
    ['America/New_York', '2026-07-01', '2026-07-01T13:00:00.000Z'],
    ['America/New_York', '2026-12-01', '2026-12-01T14:00:00.000Z'],
    // The clocks change during the night before.
    ['America/New_York', '2026-03-08', '2026-03-08T13:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T14:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-23', '2026-11-22T19:00:00.000Z'],
  ])('is converted to UTC in %s on %s', (zone, text, expected) => {
    expect(getInstant(day(text), 9, zone).toISOString()).toBe(expected)
  })

  it('is at nine on the requested day, in any zone and on any day', () => {
    const anyDay = fc
      .integer({ min: 0, max: 20_000 })
      .map((days) => addDays(day('2001-01-01'), days))
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...zones), (date: CalendarDay, zone) => {
        const instant = getInstant(date, 9, zone)
        // Samoa skipped this whole day.
        if (zone === 'Pacific/Apia' && date === '2011-12-30') return
        expect(getCalendarDay(instant, zone)).toBe(date)
        const format = { hour: 'numeric', hourCycle: 'h23', timeZone: zone } as const
        expect(new Intl.DateTimeFormat('en', format).format(instant)).toBe('09')
      }),
      { numRuns: 500 },
    )
  })
})
