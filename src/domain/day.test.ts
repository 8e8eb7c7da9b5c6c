import { expect, it } from 'vitest'
import { dayInWords } from './day.ts'

it('is the day in UTC, wherever it is read', () => {
  expect(dayInWords(new Date('2026-11-20T23:59:59Z'))).toBe('20 November 2026')
  expect(dayInWords(new Date('2026-11-21T00:00:00+05:30'))).toBe('20 November 2026')
})
