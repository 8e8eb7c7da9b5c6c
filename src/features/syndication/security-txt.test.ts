import fc from 'fast-check'
import { expect, it } from 'vitest'
import { day } from '../../domain/duration.ts'
import { computeExpiry } from './security-txt.ts'

it('security.txt expires within the allowed year, and not within ten months', () => {
  const instants = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, (now) => {
      const days = (computeExpiry(now).getTime() - now.getTime()) / day
      expect(days).toBeGreaterThan(300)
      expect(days).toBeLessThan(365)
    }),
  )
})

it('security.txt stays the same for a month', () => {
  const first = computeExpiry(new Date('2026-11-01T00:00:00Z'))
  expect(computeExpiry(new Date('2026-11-30T23:59:59Z'))).toEqual(first)
})
