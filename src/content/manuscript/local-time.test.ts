import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatLocalTime, formatTime, parseLocalTime, parseTime } from './local-time.ts'

/** A Tuesday, 10:30 in Colombo. */
const now = new Date('2026-12-01T05:00:00Z')
const timeZone = 'Asia/Colombo'

function parse(text: string, zone = timeZone) {
  const parsed = parseTime(text, { now, timeZone: zone })
  return parsed.ok ? parsed.value.toISOString().replace(':00.000Z', 'Z') : parsed.failure
}

describe('a time', () => {
  it.each([
    ['2026-12-05 09:00', '2026-12-05T03:30Z'],
    ['2026-12-05T09:00', '2026-12-05T03:30Z'],
    ['Sat 2026-12-05, 09:00', '2026-12-05T03:30Z'],
    ['today 18:30', '2026-12-01T13:00Z'],
    ['tomorrow 9am', '2026-12-02T03:30Z'],
    ['Tomorrow at 9 AM', '2026-12-02T03:30Z'],
    ['9:30pm tomorrow', '2026-12-02T16:00Z'],
    ['tomorrow noon', '2026-12-02T06:30Z'],
    ['tomorrow 12:30am', '2026-12-01T19:00Z'],
    ['Friday 18:30', '2026-12-04T13:00Z'],
    ['on mon at 7:05', '2026-12-07T01:35Z'],
    ['18:30 FRI', '2026-12-04T13:00Z'],
    ['3 December 9am', '2026-12-03T03:30Z'],
    ['30th Nov 9am', '2027-11-30T03:30Z'],
    ['January 2, 2027 09:00', '2027-01-02T03:30Z'],
    ['in 2 hours', '2026-12-01T07:00Z'],
    ['in 45 min', '2026-12-01T05:45Z'],
    ['in a week', '2026-12-08T05:00Z'],
    // Another time zone is used only if it is written.
    ['2026-12-05 09:00 UTC', '2026-12-05T09:00Z'],
    ['2026-12-05 09:00 +01:00', '2026-12-05T08:00Z'],
    ['tomorrow 9am -05', '2026-12-02T14:00Z'],
    ['tomorrow 9am Europe/London', '2026-12-02T09:00Z'],
    ['2026-12-05T09:00:00Z', '2026-12-05T09:00Z'],
  ])('is read from %j', (text, expected) => {
    expect(parse(text)).toBe(expected)
  })

  it.each([
    ['9am', 'has no day: write today 09:00 or tomorrow 09:00'],
    ['tomorrow', 'has no time of day: write 2026-12-02 09:00'],
    ['tomorrow 9', 'has no clear time of day: write 9am or 9pm'],
    ['tomorrow 12pm', 'can be noon or midnight: write 12:00 or 00:00'],
    [
      'Friday midnight',
      'can be the beginning or the end of a day: write 00:00 and the day that begins',
    ],
    ['tomorrow 18pm', 'has a time of day that can’t be read: write 18:00'],
    ['tomorrow 24:10', 'has a time of day that doesn’t exist: 24:10'],
    ['Tuesday 9am', 'can be today or in a week: write today 09:00 or 2026-12-08 09:00'],
    ['next Friday 9am', 'can be two days: write 2026-12-04 09:00 or 2026-12-11 09:00'],
    ['Fri 2026-12-05 9am', 'has the wrong day of the week: 2026-12-05 is a Saturday'],
    [
      '01/12/2026 09:00',
      'has a date whose day and month may be mixed up: write year, month and day, such as 2026-12-01 09:00',
    ],
    ['2027-02-29 09:00', '2027-02-29 isn’t a day'],
    [
      'tomorrow 9am IST',
      'has a time zone that isn’t known: write IST as a place, such as Asia/Colombo, or as +05:30',
    ],
    ['soon', 'isn’t a time that can be read: write it as tomorrow 9am or 2026-12-01 09:00'],
    ['', 'has no day: write today 09:00 or tomorrow 09:00'],
  ])('is refused as %j, with a suggestion', (text, expected) => {
    expect(parse(text)).toBe(expected)
  })

  it.each([
    [
      '2027-03-28 01:30',
      'doesn’t exist, because clocks in Europe/London skip 01:30 on 2027-03-28: write 2027-03-28 02:30 +01:00',
    ],
    [
      '2026-10-25 01:30',
      'happens twice, because clocks in Europe/London go back on 2026-10-25: write 2026-10-25 01:30 +01:00 or 2026-10-25 01:30 +00:00',
    ],
    ['2026-10-25 01:30 +00:00', '2026-10-25T01:30Z'],
    ['2026-10-25 02:00', '2026-10-25T02:00Z'],
    ['2027-03-28 02:00', '2027-03-28T01:00Z'],
  ])('is exact, or refused with a suggestion, when clocks change: %s', (text, expected) => {
    expect(parse(text, 'Europe/London')).toBe(expected)
  })

  it('keeps its time of day even if clocks change in between', () => {
    const before = new Date('2027-03-27T09:00:00Z')
    const parsed = parseTime('in 2 days', { now: before, timeZone: 'Europe/London' })
    expect(parsed).toEqual({ ok: true, value: new Date('2027-03-29T08:00:00Z') })
  })
})

it.each([
  ['2026-12-01 09:00', '2026-12-01T03:30:00.000Z'],
  ['2026-12-01T09:00:30.250', '2026-12-01T03:30:30.250Z'],
])('the time %s in front matter is read', (text, expected) => {
  expect(parseLocalTime(text, timeZone)).toEqual({ ok: true, value: new Date(expected) })
})

it.each(['2026-12-01', '2026-12-01 9:00', '2026-12-01 09:00Z', 'tomorrow 9am'])(
  'the text %s in front matter isn’t read as a time',
  (text) => expect(parseLocalTime(text, timeZone)).toBeNull(),
)

describe('a time formatted as text', () => {
  const zones = fc.constantFrom(
    'Asia/Colombo',
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
  )
  const minute = fc
    .integer({ min: Date.UTC(1990) / 60_000, max: Date.UTC(2060) / 60_000 })
    .map((minutes) => new Date(minutes * 60_000))

  it('is exact in a manuscript', () => {
    const anyTime = fc.date({
      min: new Date('0000-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(anyTime, zones, (instant, zone) => {
        expect(parseTime(formatLocalTime(instant, zone), { now })).toEqual({
          ok: true,
          value: instant,
        })
      }),
    )
    const instant = new Date('2026-12-01T03:30:00Z')
    expect(formatLocalTime(instant, timeZone)).toBe('2026-12-01 09:00 +05:30')
  })

  it('can be entered as it is printed', () => {
    fc.assert(
      fc.property(minute, zones, (instant, zone) => {
        const text = formatTime(instant, zone).replace(/ \(.*/, '')
        expect(parseTime(text, { now })).toEqual({ ok: true, value: instant })
      }),
    )
    expect(formatTime(new Date('2026-12-01T03:30:00Z'), timeZone)).toBe(
      'Tue 2026-12-01 09:00 Asia/Colombo',
    )
  })
})
