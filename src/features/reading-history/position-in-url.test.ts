import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getResumeUrl, parseDepth } from './position-in-url.ts'

it('a position is written into the address, to the hundredth', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (depth) => {
      const { pathname, hash } = new URL(getResumeUrl('a-story', depth), 'https://example.com')
      expect(pathname).toBe('/a-story')
      const found = parseDepth(hash)!
      expect(found).toBeLessThanOrEqual(depth)
      expect(found).toBeGreaterThan(depth - 0.0101)
    }),
  )
})

it.each(['', '#', '#at-', '#at-101', '#at-x', '#fn1', '#at-5-', '#corrections'])(
  'no position is found in %j',
  (hash) => {
    expect(parseDepth(hash)).toBeNull()
  },
)
