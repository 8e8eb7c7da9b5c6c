import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categorySlugs } from '../../domain/category.ts'
import { defaultPreferences } from '../../domain/preferences/preferences.ts'
import { selectUnread, unreadStoryCount } from './unread-stories.ts'

const story = (slug: string, category: (typeof categorySlugs)[number], publishedAt = 0) => ({
  slug,
  categories: [category],
  tags: [],
  authors: [],
  publishedAt,
})
const slugs = (stories: readonly { readonly slug: string }[]) => stories.map(({ slug }) => slug)

describe('selectUnread', () => {
  it('starts with the reader’s preferences, then takes the newest of each other category', () => {
    const stories = [
      story('p1', 'politics', 90),
      story('p2', 'politics', 80),
      story('f1', 'food', 70),
      story('c1', 'culture', 60),
      story('s1', 'sports', 50),
      story('o1', 'opinion', 40),
      story('r1', 'profiles', 30),
    ]
    const chosen = selectUnread(
      stories,
      { ...defaultPreferences, categories: ['food'] },
      new Set(['c1']),
    )
    expect(slugs(chosen)).toEqual(['f1', 'p1', 's1', 'o1', 'r1', 'p2'])
  })

  it('returns no read stories and no duplicates, and as many stories as there are', () => {
    const anyStories = fc.uniqueArray(
      fc.record({ slug: fc.string(), category: fc.constantFrom(...categorySlugs) }),
      { selector: ({ slug }) => slug, maxLength: 30 },
    )
    fc.assert(
      fc.property(
        anyStories,
        fc.subarray([...categorySlugs]),
        fc.func(fc.boolean()),
        (made, categories, isRead) => {
          const stories = made.map(({ slug, category }) => story(slug, category))
          const read = new Set(slugs(stories).filter((slug) => isRead(slug)))
          const chosen = slugs(selectUnread(stories, { ...defaultPreferences, categories }, read))
          expect(new Set(chosen).size).toBe(chosen.length)
          expect(chosen.filter((slug) => read.has(slug))).toEqual([])
          expect(chosen.length).toBe(Math.min(unreadStoryCount, stories.length - read.size))
        },
      ),
    )
  })
})
