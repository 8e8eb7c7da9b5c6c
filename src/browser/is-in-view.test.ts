import { describe, expect, it } from 'vitest'
import { isInView } from './is-in-view.ts'

const windowHeight = 800

describe('isInView', () => {
  it.each([
    ['a card in the middle', 300, 500, true],
    ['the lower half of a card', -100, 100, true],
    ['less than half of a card', -101, 99, false],
    ['a card below', 800, 900, false],
    ['a card above', -100, 0, false],
    ['an article that fills the window', -2000, 3000, true],
    ['the beginning of an article, half a window of it', 400, 5000, true],
    ['less of an article', 401, 5000, false],
    ['a hidden element', 0, 0, false],
  ])('finds %s from %s to %s in view: %s', (_, top, bottom, expected) => {
    expect(isInView({ top, bottom }, windowHeight)).toBe(expected)
  })
})
