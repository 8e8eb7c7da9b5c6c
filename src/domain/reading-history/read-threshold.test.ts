import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getMinReadingSeconds, isRead } from './read-threshold.ts'

describe('an article', () => {
  it.each([
    [0.8, 80, true],
    [1, 80, true],
    [0.79, 3600, false],
    [1, 79, false],
    [0, 0, false],
  ])('counts as read with %s of 1,000 words seen in %s seconds: %s', (depth, seconds, expected) => {
    expect(isRead({ depth, seconds, words: 1000 })).toBe(expected)
  })

  it('stays read with more time or depth', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true })
    const count = fc.nat(20_000)
    fc.assert(
      fc.property(part, count, count, part, count, (depth, seconds, words, further, longer) => {
        if (!isRead({ depth, seconds, words })) return
        const more = { depth: Math.max(depth, further), seconds: seconds + longer, words }
        expect(isRead(more)).toBe(true)
      }),
    )
  })

  it('needs reading time in proportion to its length', () => {
    expect(getMinReadingSeconds(2000)).toBe(2 * getMinReadingSeconds(1000))
  })
})
