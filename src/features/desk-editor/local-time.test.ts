import { expect, it } from 'vitest'
import { describeInstant, parseLocalTime } from './local-time.ts'

it.each([
  ['2026-12-01T09:30', 'Asia/Kolkata', '2026-12-01T04:00:00.000Z'],
  ['2026-07-01T09:05', 'Europe/London', '2026-07-01T08:05:00.000Z'],
  ['2026-12-01', 'Asia/Kolkata', undefined],
  ['2026-02-30T09:00', 'Asia/Kolkata', undefined],
  ['2026-12-01T24:00', 'Asia/Kolkata', undefined],
])('the local time %s in %s is %s', (text, zone, instant) => {
  expect(parseLocalTime(text, zone)?.toISOString()).toBe(instant)
})

it('an instant is shown as clocks in its zone show it', () => {
  const at = new Date('2026-12-01T04:00:00Z')
  expect(describeInstant(at, 'Asia/Kolkata')).toBe('Tuesday 1 December at 09:30')
})
