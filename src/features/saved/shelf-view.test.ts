import { describe, expect, it } from 'vitest'
import type { SavedItem } from '../../contracts/saved.ts'
import { readShelfAddress, shelfAddress, shelfAs, wholeShelf } from './shelf-view.ts'

const story = (
  slug: string,
  savedAt: string,
  publishedAt: string,
  more: Partial<Extract<SavedItem, { state: 'published' }>> = {},
): SavedItem => ({
  state: 'published',
  slug,
  savedAt,
  publishedAt,
  title: `The ${slug}`,
  dek: 'A dek',
  category: 'culture',
  authors: [{ slug: 'one', name: 'Kartik Rao' }],
  image: { id: 'a-0123456789abcdef', alt: 'A picture', width: 3, height: 2 },
  access: 'metered',
  ...more,
})
const items: readonly SavedItem[] = [
  story('quatrains', '2026-11-03', '2026-01-01', { title: 'Rubáiyát, again' }),
  { state: 'gone', slug: 'taken', savedAt: '2026-11-02', title: 'Taken down' },
  story('lentils', '2026-11-01', '2026-06-01', { category: 'food', dek: 'Of red and black dal' }),
]
const slugs = (view: Partial<typeof wholeShelf>) =>
  shelfAs(items, { ...wholeShelf, ...view }).map(({ slug }) => slug)

describe('the list of saved articles', () => {
  it('stands in the order that is asked for; what is gone has no day', () => {
    expect(slugs({})).toEqual(['quatrains', 'taken', 'lentils'])
    expect(slugs({ order: 'saved-first' })).toEqual(['lentils', 'taken', 'quatrains'])
    expect(slugs({ order: 'published' })).toEqual(['lentils', 'quatrains', 'taken'])
    expect(slugs({ order: 'published-first' })).toEqual(['quatrains', 'lentils', 'taken'])
  })

  it('is narrowed by category', () => {
    expect(slugs({ category: 'food' })).toEqual(['lentils'])
    expect(slugs({ category: 'sports' })).toEqual([])
  })

  it.each([
    ['rubaiyat', ['quatrains']],
    ['RUBÁIYÁT  again', ['quatrains']],
    ['black dal', ['lentils']],
    ['rao', ['quatrains', 'lentils']],
    ['taken', ['taken']],
    ['dal rubaiyat', []],
    ['   ', ['quatrains', 'taken', 'lentils']],
  ])('is narrowed by words of title, dek and names: %s', (words, expected) => {
    expect(slugs({ words })).toEqual(expected)
  })

  it('is kept in the address, where there is something to keep', () => {
    expect(shelfAddress(wholeShelf)).toBe('')
    const view = { words: 'a & b', category: 'food', order: 'published-first' } as const
    expect(readShelfAddress(shelfAddress(view))).toEqual(view)
    expect(readShelfAddress('?order=toString&category=')).toEqual(wholeShelf)
  })
})
