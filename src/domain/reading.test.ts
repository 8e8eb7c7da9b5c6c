import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRead, isWorthNoting, leastReadingSeconds } from './reading.ts'

describe('an article is read', () => {
  it.each([
    [0.8, 80, true],
    [1, 80, true],
    [0.79, 3600, false],
    [1, 79, false],
    [0, 0, false],
  ])('of 1,000 words, %s of them seen in %s seconds: %s', (depth, seconds, expected) => {
    expect(isRead({ depth, seconds, words: 1000 })).toBe(expected)
  })

  it('stays read whoever takes longer or comes further', () => {
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

  it('takes longer, the longer it is', () => {
    expect(leastReadingSeconds(2000)).toBe(2 * leastReadingSeconds(1000))
  })
})

describe('leaving an article', () => {
  it.each([
    ['hardly begun', 0.05, null, false],
    ['begun', 0.1, null, true],
    ['a little further', 0.55, 0.5, false],
    ['further', 0.61, 0.5, true],
    ['back', 0.2, 0.5, true],
    ['at its end, from near it', 0.92, 0.88, true],
    ['at its end again', 1, 0.92, false],
  ])('%s: at %s after %s is noted: %s', (_, depth, noted, expected) => {
    expect(isWorthNoting(depth, noted)).toBe(expected)
  })
})
