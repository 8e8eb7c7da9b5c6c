import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLeaseRunning, leaseLength } from './lease.ts'

const day = 24 * 60 * 60 * 1000

it('is seven days', () => {
  expect(leaseLength).toBe(7 * day)
})

it('runs from when it is given until it is over, and never again', () => {
  const instant = fc.integer({ min: 0, max: 4e12 })
  fc.assert(
    fc.property(
      instant,
      fc.integer({ min: -2 * leaseLength, max: 2 * leaseLength }),
      (given, since) => {
        const isRunning = isLeaseRunning(given + leaseLength, given + since)
        // Before it was given there is a clock that was turned back.
        expect(isRunning).toBe(since >= 0 && since < leaseLength)
      },
    ),
  )
})

it.each([Number.NaN, 0, Number.POSITIVE_INFINITY, -1])('is none where %s is written', (until) => {
  expect(isLeaseRunning(until, Date.now())).toBe(false)
})
