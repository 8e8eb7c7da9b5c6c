import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryValue } from './conformance/arbitrary-value.ts'
import { compareValues } from './conformance/compare-values.ts'
import { nameKey, orderKey } from './order-key.ts'

describe('order keys', () => {
  it('stand in the order of their values, and are equal where those are', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (one, other) => {
        const byKey = Buffer.compare(orderKey(one), orderKey(other))
        expect(Math.sign(byKey)).toBe(Math.sign(compareValues(one, other)))
      }),
      { numRuns: 2000 },
    )
  })

  it('sort what a plain comparison sorts', () => {
    fc.assert(
      fc.property(fc.array(arbitraryValue, { maxLength: 30 }), (values) => {
        const byKey = values.toSorted((one, other) =>
          Buffer.compare(orderKey(one), orderKey(other)),
        )
        expect(byKey).toEqual(values.toSorted(compareValues))
      }),
    )
  })

  it('of names begin with those of the documents above', () => {
    const above = nameKey('projects/p/databases/(default)/documents/a/x')
    const below = nameKey('projects/p/databases/(default)/documents/a/x/b/y')
    const beside = nameKey('projects/p/databases/(default)/documents/a/x2')
    expect(below.subarray(0, above.length)).toEqual(above)
    expect(beside.subarray(0, above.length)).not.toEqual(above)
  })
})
