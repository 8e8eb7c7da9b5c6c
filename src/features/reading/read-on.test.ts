import fc from 'fast-check'
import { expect, it } from 'vitest'
import { depthOf } from '../../browser/text-depth.ts'
import { addressToReadOn, depthIn, placeOf } from './read-on.ts'

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

it('a depth is found again where it was', () => {
  const length = fc.integer({ min: 1, max: 5000 })
  const gap = fc.nat(500)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(length, gap), { minLength: 1 }),
      fc.integer({ min: 1, max: 100 }),
      (measures, percent) => {
        let top = 300
        const parts = measures.map(([height, after]) => {
          const part = { top, bottom: top + height }
          top += height + after
          return part
        })
        const depth = percent / 100
        // With that place at the window's lower edge.
        expect(depthOf(parts, placeOf(parts, depth))).toBeCloseTo(depth)
      },
    ),
  )
})
