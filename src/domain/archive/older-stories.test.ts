import { describe, expect, it } from 'vitest'
import { countOlderStories } from './older-stories.ts'

describe('countOlderStories', () => {
  it('is 0 without a limit, or below it', () => {
    expect(countOlderStories(1_000_000, undefined)).toBe(0)
    for (const stories of [0, 49_999, 50_000, 50_999]) {
      expect(countOlderStories(stories, 50_000)).toBe(0)
    }
  })

  it('grows by a fiftieth of the limit, so that most publications move no page', () => {
    expect(countOlderStories(51_000, 50_000)).toBe(1000)
    expect(countOlderStories(51_999, 50_000)).toBe(1000)
    expect(countOlderStories(150_000, 50_000)).toBe(100_000)
  })

  it('leaves at least the limit of stories, and less than one step more', () => {
    for (const limit of [1, 7, 50, 51, 333]) {
      const step = Math.ceil(limit / 50)
      for (let stories = limit; stories < limit + 5 * step; stories++) {
        const left = stories - countOlderStories(stories, limit)
        expect(left).toBeGreaterThanOrEqual(limit)
        expect(left).toBeLessThan(limit + step)
      }
    }
  })
})
