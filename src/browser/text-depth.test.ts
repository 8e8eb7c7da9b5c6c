import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getDepth } from './text-depth.ts'

const windowHeight = 800

describe('getDepth', () => {
  it.each([
    ['before it', [{ top: 900, bottom: 1900 }], 0],
    ['at its beginning', [{ top: 700, bottom: 1700 }], 0.1],
    ['at its end', [{ top: -200, bottom: 800 }], 1],
    ['after it', [{ top: -5000, bottom: -4000 }], 1],
    [
      'in its second part',
      [
        { top: 0, bottom: 500 },
        { top: 500, bottom: 1000 },
      ],
      0.8,
    ],
    [
      'between parts that something stands between',
      [
        { top: -100, bottom: 100 },
        { top: 5000, bottom: 5200 },
      ],
      0.5,
    ],
    ['without any', [], 0],
  ])('%s', (_, parts, expected) => {
    expect(getDepth(parts, windowHeight)).toBeCloseTo(expected)
  })

  it('only grows while scrolling down', () => {
    const length = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(fc.array(length, { minLength: 1 }), fc.nat(9000), length, (heights, at, down) => {
        let top = 500 - at
        const parts = heights.map((height) => {
          const part = { top, bottom: top + height }
          top += height
          return part
        })
        const lower = parts.map((part) => ({ top: part.top - down, bottom: part.bottom - down }))
        const [before, after] = [getDepth(parts, windowHeight), getDepth(lower, windowHeight)]
        expect(before).toBeGreaterThanOrEqual(0)
        expect(after).toBeGreaterThanOrEqual(before)
        expect(after).toBeLessThanOrEqual(1)
      }),
    )
  })
})
