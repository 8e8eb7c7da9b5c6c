import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressToReadOn, depthIn } from './place-in-address.ts'

it('an address says where to go on, to the hundredth', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (depth) => {
      const { pathname, hash } = new URL(addressToReadOn('a-story', depth), 'https://example.com')
      expect(pathname).toBe('/a-story')
      const found = depthIn(hash)!
      expect(found).toBeLessThanOrEqual(depth)
      expect(found).toBeGreaterThan(depth - 0.0101)
    }),
  )
})

it.each(['', '#', '#at-', '#at-101', '#at-x', '#fn1', '#at-5-', '#corrections'])(
  '%j says nothing of it',
  (hash) => {
    expect(depthIn(hash)).toBeNull()
  },
)
