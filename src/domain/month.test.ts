import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addMonths } from './month.ts'

it.each([
  ['2026-01-15T10:30:00.000Z', 1, '2026-02-15T10:30:00.000Z'],
  ['2026-01-31T23:59:59.999Z', 1, '2026-02-28T23:59:59.999Z'],
  ['2028-01-31T00:00:00.000Z', 1, '2028-02-29T00:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
  ['2026-11-30T00:00:00.000Z', 3, '2027-02-28T00:00:00.000Z'],
  ['2026-12-01T00:00:00.000Z', 0, '2026-12-01T00:00:00.000Z'],
])('the date %s plus %i months is %s', (from, months, to) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(to)
})

it('adding months returns the same day of the target month, or its last', () => {
  const instant = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2090-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 30 }), (from, months) => {
      const to = addMonths(from, months)
      const month = (from.getUTCMonth() + months) % 12
      expect(to.getUTCMonth()).toBe(month)
      expect(to.getUTCDate()).toBeLessThanOrEqual(from.getUTCDate())
      const next = new Date(to.getTime() + 24 * 60 * 60 * 1000)
      if (to.getUTCDate() < from.getUTCDate()) expect(next.getUTCMonth()).toBe((month + 1) % 12)
    }),
  )
})
