import { expect, it } from 'vitest'
import { formatDay } from './day.ts'

it('a day is formatted in UTC', () => {
  expect(formatDay(new Date('2026-11-20T23:59:59Z'))).toBe('20 November 2026')
  expect(formatDay(new Date('2026-11-21T00:00:00+05:30'))).toBe('20 November 2026')
})
