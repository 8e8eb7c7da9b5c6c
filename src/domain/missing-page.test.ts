import fc from 'fast-check'
import { expect, it } from 'vitest'
import { categories } from '../publication/sections.ts'
import { parseMissingPage as parse } from './missing-page.ts'
import { slugPattern } from './slug.ts'

const tags = [
  { slug: 'india', name: 'India' },
  { slug: 'sriLanka', name: 'Sri Lanka' },
]
const parseMissingPage = (path: string) => parse(path, tags)

it.each([
  ['/gossip', { kind: 'story' }],
  ['/gossip.php', { kind: 'story' }],
  ['/a/b', { kind: 'page' }],
  ['/category', { kind: 'category' }],
  ['/category/gossip', { kind: 'category' }],
  ['/category/toString', { kind: 'category' }],
  ['/category/gossip/2', { kind: 'category' }],
  ['/category/food/99', { kind: 'number', archive: '/category/food', name: categories.food.name }],
  ['/tag/moon', { kind: 'tag' }],
  ['/tag/sriLanka/0', { kind: 'number', archive: '/tag/sriLanka', name: 'Sri Lanka' }],
  ['/author/nobody', { kind: 'author' }],
  ['/author/some-one/7', { kind: 'authorNumber', author: 'some-one' }],
  ['/author/%22%3E/7', { kind: 'author' }],
  ['/events/ball', { kind: 'event' }],
  ['/preview', { kind: 'draft' }],
  ['/preview/some-draft/x', { kind: 'draft' }],
  ['/latest/999', { kind: 'number', archive: '/latest', name: 'Latest Stories' }],
])('parseMissingPage recognises the kind of page at %s', (path, missing) =>
  expect(parseMissingPage(path)).toEqual(missing),
)

const path = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'category tag author latest food india .. % __proto__'.split(' ')),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 5 },
  )
  .map((segments) => `/${segments.join('/')}`)

it('the suggestion for a missing page is always a valid address on this site', () => {
  fc.assert(
    fc.property(path, (asked) => {
      const missing = parseMissingPage(asked)
      if (missing.kind === 'authorNumber') expect(missing.author).toMatch(slugPattern)
      if (missing.kind !== 'number') return
      expect(missing.archive).toMatch(/^\/(?:latest|(?:category|tag)\/[A-Za-z]+)$/)
    }),
  )
})

it('the suggestion for a missing page has a limited number of forms, except for authors', () => {
  const kinds = new Set<string>()
  const archives = Object.keys(categories).length + tags.length
  fc.assert(
    fc.property(path, (asked) => {
      kinds.add(JSON.stringify({ ...parseMissingPage(asked), author: '' }))
    }),
    { numRuns: 5000 },
  )
  expect(kinds.size).toBeGreaterThan(8)
  expect(kinds.size).toBeLessThanOrEqual(9 + archives)
})
