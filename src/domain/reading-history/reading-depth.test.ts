import { describe, expect, it } from 'vitest'
import { shouldStoreDepth } from './reading-depth.ts'

describe('leaving an article', () => {
  it.each([
    ['hardly begun', 0.05, null, false],
    ['begun', 0.1, null, true],
    ['a little further', 0.55, 0.5, false],
    ['further', 0.61, 0.5, true],
    ['back', 0.2, 0.5, true],
    ['at its end, from near it', 0.92, 0.88, true],
    ['at its end again', 1, 0.92, false],
  ])('stores the depth (%s, at %s after %s): %s', (_, depth, noted, expected) => {
    expect(shouldStoreDepth(depth, noted)).toBe(expected)
  })
})
