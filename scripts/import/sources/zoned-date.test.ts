import { describe, expect, it } from 'vitest'
import { parseZonedDate } from './zoned-date.ts'

describe('a source’s date', () => {
  it.each([
    ['2019-01-02', 'UTC', '2019-01-02T00:00:00.000Z'],
    ['2019-01-02', 'Asia/Kolkata', '2019-01-01T18:30:00.000Z'],
    ['2019-07-02 10:20', 'Europe/London', '2019-07-02T09:20:00.000Z'],
    ['2019-01-02 10:20:30', 'Europe/London', '2019-01-02T10:20:30.000Z'],
    ['2019-01-02T10:20:30.5', 'America/New_York', '2019-01-02T15:20:30.000Z'],
    ['2019-01-02 10:20:30 +0530', 'America/New_York', '2019-01-02T04:50:30.000Z'],
    ['2019-01-02T10:20:30-05:00', 'UTC', '2019-01-02T15:20:30.000Z'],
    ['2019-01-02T10:20:30Z', 'Asia/Kolkata', '2019-01-02T10:20:30.000Z'],
    ['2 January 2019', 'Asia/Kolkata', '2019-01-01T18:30:00.000Z'],
    ['Jul 08, 2022', 'UTC', '2022-07-08T00:00:00.000Z'],
    // A skipped hour and a repeated one.
    ['2019-03-31 01:30', 'Europe/London', '2019-03-31T01:30:00.000Z'],
    ['2019-10-27 01:30', 'Europe/London', '2019-10-27T01:30:00.000Z'],
  ])('is parsed: %s in %s is %s', (text, zone, instant) => {
    expect(parseZonedDate(text, zone)?.toISOString()).toBe(instant)
  })

  it.each(['2019-02-30', '2019-13-01', '2019-01-01 25:00', 'soon', '', '12', null, 20190101])(
    'isn’t valid as %s',
    (value) => expect(parseZonedDate(value, 'UTC')).toBeNull(),
  )
})
