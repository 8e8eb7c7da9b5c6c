import { describe, expect, it } from 'vitest'
import { findNextBillingTime, toBillingTime } from './billing-schedule.ts'

describe('the billing time', () => {
  it.each([
    ['an afternoon', '2026-01-31T20:00:00Z', '2026-01-31T10:00:00.000Z'],
    ['an American evening', '2026-03-02T04:00:00Z', '2026-03-01T10:00:00.000Z'],
    [
      'the last minute of an American winter day',
      '2026-03-02T07:59:00Z',
      '2026-03-01T10:00:00.000Z',
    ],
    [
      'the first minute of an American winter day',
      '2026-03-02T08:00:00Z',
      '2026-03-02T10:00:00.000Z',
    ],
    [
      'the first minute of an American summer day',
      '2026-07-02T07:00:00Z',
      '2026-07-02T10:00:00.000Z',
    ],
    // A start_time that was sent to PayPal, and the date in PayPal's response.
    ['a known start', '2022-11-01T00:00:00Z', '2022-10-31T10:00:00.000Z'],
  ])('matches PayPal’s for %s', (_, instant, time) => {
    expect(toBillingTime(new Date(instant)).toISOString()).toBe(time)
  })
})

describe('the dates after a start', () => {
  it.each([
    [
      'the 31st',
      '2026-01-31T20:00:00Z',
      1,
      ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    ['the 1st in America', '2026-03-02T04:00:00Z', 1, ['2026-04-01', '2026-05-01']],
    ['the 30th', '2027-12-30T12:00:00Z', 1, ['2028-01-30', '2028-02-29', '2028-03-30']],
    [
      '29 February',
      '2028-02-29T12:00:00Z',
      12,
      ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
    ['a day before its billing hour', '2026-03-02T08:30:00Z', 1, ['2026-04-02']],
  ] as const)('match PayPal’s for a start on %s', (_, start, months, dates) => {
    const anchor = new Date(start)
    let due = anchor
    for (const date of dates) {
      due = findNextBillingTime(anchor, months, due)
      expect(due.toISOString()).toBe(`${date}T10:00:00.000Z`)
    }
  })

  it.each([
    ['between two dates', '2026-04-20T12:00:00Z', '2026-05-13'],
    ['on a date, before its hour', '2026-04-13T09:00:00Z', '2026-05-13'],
    ['years later', '2029-12-25T00:00:00Z', '2030-01-13'],
  ])('fall on the 13th, counted from an instant %s', (_, instant, date) => {
    const next = findNextBillingTime(new Date('2026-03-13T12:00:00Z'), 1, new Date(instant))
    expect(next.toISOString()).toBe(`${date}T10:00:00.000Z`)
  })
})
