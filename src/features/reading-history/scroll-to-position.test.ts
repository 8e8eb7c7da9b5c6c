import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getDepth } from '../../browser/text-depth.ts'
import { getPosition } from './scroll-to-position.ts'

it('the page scrolls back to a stored depth', () => {
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
        // The place is at the window's lower edge.
        expect(getDepth(parts, getPosition(parts, depth))).toBeCloseTo(depth)
      },
    ),
  )
})
