import { expect, it } from 'vitest'
import { formatDeskTime, formatToday } from './format-desk-time.ts'

/** 17:50 in Colombo. */
const now = new Date('2026-11-30T12:20:00Z')

it.each([
  ['2026-11-30T03:35:00Z', 'Today, 09:05'],
  // The day has ended in Colombo, but not in UTC.
  ['2026-11-30T18:45:00Z', 'Tomorrow, 00:15'],
  ['2026-11-29T12:20:00Z', 'Yesterday, 17:50'],
  ['2026-12-04T00:30:00Z', 'Fri 4 Dec, 06:00'],
  ['2026-09-01T00:30:00Z', 'Tue 1 Sept, 06:00'],
  ['2025-11-30T00:30:00Z', '30 Nov 2025, 06:00'],
])('%s is written as “%s” in the publication’s zone', (time, text) =>
  expect(formatDeskTime(new Date(time), now)).toBe(text),
)

it('a day is named in the publication’s zone', () =>
  expect(formatToday(new Date('2026-11-30T18:45:00Z'))).toBe('Tuesday 1\u00a0December'))
