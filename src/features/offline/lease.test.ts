import fc from 'fast-check'
import { expect, it } from 'vitest'
import { day } from '../../domain/duration.ts'
import { isLeaseRunning, leaseLength } from './lease.ts'

it('a lease lasts seven days', () => {
  expect(leaseLength).toBe(7 * day)
})

it('a lease is valid from its start to its end, and never again', () => {
  const instant = fc.integer({ min: 0, max: 4e12 })
  fc.assert(
    fc.property(
      instant,
      fc.integer({ min: -2 * leaseLength, max: 2 * leaseLength }),
      (grantedAt, since) => {
        const isRunning = isLeaseRunning(grantedAt + leaseLength, grantedAt + since)
        // A clock that was set back is before the lease's start.
        expect(isRunning).toBe(since >= 0 && since < leaseLength)
      },
    ),
  )
})

it.each([Number.NaN, 0, Number.POSITIVE_INFINITY, -1])(
  'a lease is invalid if storage contains %s',
  (until) => {
    expect(isLeaseRunning(until, Date.now())).toBe(false)
  },
)
