import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryValue } from './conformance/arbitrary-value.ts'
import { compareValues } from './conformance/compare-values.ts'
import { encodeName, encodeOrderKey } from './order-key.ts'

describe('order keys', () => {
  it('sort as their values do, and are equal if those are', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (one, other) => {
        const byKey = Buffer.compare(encodeOrderKey(one), encodeOrderKey(other))
        expect(Math.sign(byKey)).toBe(Math.sign(compareValues(one, other)))
      }),
      { numRuns: 2000 },
    )
  })

  it('of names begin with those of the parent documents', () => {
    const above = encodeName('projects/p/databases/(default)/documents/a/x')
    const below = encodeName('projects/p/databases/(default)/documents/a/x/b/y')
    const beside = encodeName('projects/p/databases/(default)/documents/a/x2')
    expect(below.subarray(0, above.length)).toEqual(above)
    expect(beside.subarray(0, above.length)).not.toEqual(above)
  })
})
