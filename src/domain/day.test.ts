import { describe, expect, it } from 'vitest'
import { formatDay, getNextSunday } from './day.ts'

it('formats the day in UTC', () => {
  expect(formatDay(new Date('2026-11-20T23:59:59Z'))).toBe('20 November 2026')
  expect(formatDay(new Date('2026-11-21T00:00:00+05:30'))).toBe('20 November 2026')
})

describe('the Sunday of a week', () => {
  it.each([
    ['2026-11-20T06:30:00Z', '2026-11-22T00:00:00.000Z'],
    ['2026-11-21T23:59:59Z', '2026-11-22T00:00:00.000Z'],
    ['2026-11-22T00:00:00Z', '2026-11-22T00:00:00.000Z'],
    ['2026-11-22T23:59:59Z', '2026-11-22T00:00:00.000Z'],
    ['2026-12-28T12:00:00Z', '2027-01-03T00:00:00.000Z'],
  ])('after %s is %s', (instant, sunday) => {
    expect(getNextSunday(new Date(instant)).toISOString()).toBe(sunday)
  })
})
