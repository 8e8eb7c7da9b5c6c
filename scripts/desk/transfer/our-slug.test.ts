import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reservedSlugs, slugSchema } from '../../../src/domain/slug.ts'
import { freeSlug, slugOf } from './our-slug.ts'

const nobody = new Set<string>()

describe('a slug from elsewhere', () => {
  it.each([
    ['hello-world', 'hello-world'],
    ['Hello_World!', 'hello-world'],
    ['caf%C3%A9-d%E2%80%99amis', 'cafe-damis'],
    ['Łódź-straße', 'lodz-strasse'],
    ['100%-true', '100-true'],
    ['2019', '2019'],
    ['--', null],
    ['%E0%A4%A6%E0%A4%BF%E0%A4%B2%E0%A5%8D%E0%A4%B2%E0%A5%80-2019', null],
    ['x'.repeat(200), 'x'.repeat(110)],
    [`${'word-'.repeat(30)}`, `${'word-'.repeat(22)}`.slice(0, -1)],
  ])('%s becomes %s', (source, slug) => expect(slugOf(source)).toBe(slug))

  it('falls back on the title, then on the id of the source', () => {
    const post = { slug: '%E0%A4%A6', title: 'Delhi', sourceId: 'wordpress:1' }
    expect(freeSlug(post, nobody)).toBe('delhi')
    expect(freeSlug({ ...post, title: 'दिल्ली' }, nobody)).toMatch(/^story-[0-9a-f]{8}$/)
  })

  it('is never one of the site’s own addresses', () => {
    for (const reserved of reservedSlugs) {
      const slug = freeSlug({ slug: reserved, title: '', sourceId: 'ghost:1' }, nobody)
      expect(reservedSlugs.has(slug)).toBe(false)
    }
  })

  it('is valid, free and the same each time, whatever the source calls it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom('a', 'a-b', 'login', ''),
    )
    const post = fc.record({ slug: text, title: text, sourceId: fc.string() })
    fc.assert(
      fc.property(fc.array(post, { maxLength: 20 }), (posts) => {
        const name = () => {
          const taken = new Set<string>()
          return posts.map((each) => {
            const slug = freeSlug(each, taken)
            taken.add(slug)
            return slug
          })
        }
        const slugs = name()
        expect(new Set(slugs).size).toBe(slugs.length)
        for (const slug of slugs) expect(slugSchema.safeParse(slug).success).toBe(true)
        expect(name()).toEqual(slugs)
      }),
    )
  })
})
