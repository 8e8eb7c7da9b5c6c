import { describe, expect, it } from 'vitest'
import { getNextIssueDay } from './issue-day.ts'

describe('the Sunday after', () => {
  it.each([
    ['2026-11-20T06:30:00Z', '2026-11-22T00:00:00.000Z'],
    ['2026-11-21T23:59:59Z', '2026-11-22T00:00:00.000Z'],
    ['2026-11-22T00:00:00Z', '2026-11-22T00:00:00.000Z'],
    ['2026-11-22T23:59:59Z', '2026-11-22T00:00:00.000Z'],
    ['2026-12-28T12:00:00Z', '2027-01-03T00:00:00.000Z'],
  ])('%s is %s', (instant, sunday) => {
    expect(getNextIssueDay(new Date(instant), 0).toISOString()).toBe(sunday)
  })
})

it.each([
  [0, '2026-11-29T00:00:00.000Z'],
  [3, '2026-11-25T00:00:00.000Z'],
  [6, '2026-11-28T00:00:00.000Z'],
])('the next weekday %i is found', (weekday, day) => {
  expect(getNextIssueDay(new Date('2026-11-25T23:59:59Z'), weekday).toISOString()).toBe(day)
})
