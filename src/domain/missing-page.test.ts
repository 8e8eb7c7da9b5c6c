import fc from 'fast-check'
import { expect, it } from 'vitest'
import { missingPage } from './missing-page.ts'

it.each([
  ['/gossip', { kind: 'story' }],
  ['/gossip.php', { kind: 'story' }],
  ['/a/b', { kind: 'page' }],
  ['/category', { kind: 'category' }],
  ['/category/gossip', { kind: 'category' }],
  ['/category/toString', { kind: 'category' }],
  ['/category/gossip/2', { kind: 'category' }],
  ['/category/food/99', { kind: 'number', archive: '/category/food', name: 'Food' }],
  ['/tag/moon', { kind: 'tag' }],
  ['/tag/sriLanka/0', { kind: 'number', archive: '/tag/sriLanka', name: 'Sri Lanka' }],
  ['/author/nobody', { kind: 'author' }],
  ['/author/some-one/7', { kind: 'number', archive: '/author/some-one', name: 'this author' }],
  ['/author/%22%3E/7', { kind: 'author' }],
  ['/events/ball', { kind: 'event' }],
  ['/preview', { kind: 'draft' }],
  ['/preview/some-draft/x', { kind: 'draft' }],
  ['/latest/999', { kind: 'number', archive: '/latest', name: 'Latest Stories' }],
])('%s', (path, missing) => expect(missingPage(path)).toEqual(missing))

it('leads to an address of our own, whatever the path is', () => {
  const segment = fc.oneof(
    fc.constantFrom('category', 'tag', 'author', 'latest', 'food', 'india', '..', '%', '__proto__'),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
      const missing = missingPage(`/${segments.join('/')}`)
      if (missing.kind !== 'number') return
      expect(missing.archive).toMatch(/^\/(?:latest|(?:category|tag|author)\/[A-Za-z0-9-]+)$/)
    }),
  )
})
