import { describe, expect, it } from 'vitest'
import type { SavedArticle } from '../../contracts/endpoints/saved-articles-endpoints.ts'
import {
  defaultView,
  filterAndSort,
  formatViewQuery,
  parseViewQuery,
} from './saved-articles-view.ts'

const story = (
  slug: string,
  savedAt: string,
  publishedAt: string,
  more: Partial<Extract<SavedArticle, { state: 'published' }>> = {},
): SavedArticle => ({
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
const items: readonly SavedArticle[] = [
  story('quatrains', '2026-11-03', '2026-01-01', { title: 'Rubáiyát, again' }),
  { state: 'unavailable', slug: 'taken', savedAt: '2026-11-02', title: 'Taken down' },
  story('lentils', '2026-11-01', '2026-06-01', { category: 'food', dek: 'Of red and black dal' }),
]
const slugs = (view: Partial<typeof defaultView>) =>
  filterAndSort(items, { ...defaultView, ...view }).map(({ slug }) => slug)

describe('the list of saved articles', () => {
  it('is sorted as requested, with unpublished articles last', () => {
    expect(slugs({})).toEqual(['quatrains', 'taken', 'lentils'])
    expect(slugs({ order: 'saved-first' })).toEqual(['lentils', 'taken', 'quatrains'])
    expect(slugs({ order: 'published' })).toEqual(['lentils', 'quatrains', 'taken'])
    expect(slugs({ order: 'published-first' })).toEqual(['quatrains', 'lentils', 'taken'])
  })

  it('is filtered by category', () => {
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
  ])('is filtered by words of title, dek and names: %s', (searchText, expected) => {
    expect(slugs({ searchText })).toEqual(expected)
  })

  it('can be restored from the address', () => {
    expect(formatViewQuery(defaultView)).toBe('')
    const view = { searchText: 'a & b', category: 'food', order: 'published-first' } as const
    expect(parseViewQuery(formatViewQuery(view))).toEqual(view)
    expect(parseViewQuery('?order=toString&category=')).toEqual(defaultView)
  })
})
