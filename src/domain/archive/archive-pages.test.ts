import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paginateFromOldest } from './archive-pages.ts'

const anyArchive = [fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 25 })] as const
const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => count - index)

describe('an archive numbered from the oldest page', () => {
  it('shows the remainder together with the last full page', () => {
    const pages = paginateFromOldest(newestFirst(44), 20)
    expect(pages.map((page) => [page.number, page.items.length])).toEqual([
      [null, 24],
      [1, 20],
    ])
    expect(pages[0]?.items[0]).toBe(44)
    expect(pages[1]?.items.at(-1)).toBe(1)
  })

  it('has one landing page for few or no items', () => {
    expect(paginateFromOldest(newestFirst(0), 20)).toHaveLength(1)
    expect(paginateFromOldest(newestFirst(39), 20)).toHaveLength(1)
  })

  it('shows every item once, in order, and links each page to its neighbours', () => {
    fc.assert(
      fc.property(...anyArchive, (count, size) => {
        const pages = paginateFromOldest(newestFirst(count), size)
        expect(pages.flatMap((page) => page.items)).toEqual(newestFirst(count))
        for (const [index, page] of pages.entries()) {
          expect(page.newer).toBe(pages[index - 1]?.number)
          expect(page.older).toBe(pages[index + 1]?.number)
        }
      }),
    )
  })

  it('keeps every numbered page when an item is added, apart from a link on the newest page', () => {
    fc.assert(
      fc.property(...anyArchive, (count, size) => {
        const before = paginateFromOldest(newestFirst(count), size).slice(1)
        const after = paginateFromOldest(newestFirst(count + 1), size).slice(1)
        for (const page of before) {
          const now = after.find((candidate) => candidate.number === page.number)
          expect(now?.items).toEqual(page.items)
          expect(now?.older).toBe(page.older)
        }
        expect(after.length - before.length).toBeLessThanOrEqual(1)
      }),
    )
  })
})
