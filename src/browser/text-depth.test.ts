import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getDepth } from './text-depth.ts'

const windowHeight = 800

describe('getDepth', () => {
  it.each([
    ['before the text', [{ top: 900, bottom: 1900 }], 0],
    ['at the beginning of the text', [{ top: 700, bottom: 1700 }], 0.1],
    ['at the end of the text', [{ top: -200, bottom: 800 }], 1],
    ['after the text', [{ top: -5000, bottom: -4000 }], 1],
    [
      'in the second part of the text',
      [
        { top: 0, bottom: 500 },
        { top: 500, bottom: 1000 },
      ],
      0.8,
    ],
    [
      'between parts of the text with something else between them',
      [
        { top: -100, bottom: 100 },
        { top: 5000, bottom: 5200 },
      ],
      0.5,
    ],
    ['without a text', [], 0],
  ])('returns the depth %s', (_, parts, expected) => {
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
