import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reservedSlugs, slugSchema } from '../../../src/domain/slug.ts'
import { assignFreeSlugs, choosePreferredSlug, type SluggedPost } from './import-slug.ts'

const post: SluggedPost = { kind: 'article', slug: 'water', title: '', publishedAt: null }
const in2019 = new Date('2019-03-14T05:00:00Z')
const assign = (
  posts: readonly SluggedPost[],
  taken: string[] = [],
  siteName: string | null = null,
) => {
  const slugs = assignFreeSlugs(posts, new Set(taken), siteName)
  return posts.map((each) => slugs.get(each)!)
}

describe('the slug of an imported post', () => {
  it('falls back to the title, then to the date', () => {
    const delhi = { ...post, slug: '%E0%A4%A6', title: 'Delhi', publishedAt: in2019 }
    expect(choosePreferredSlug(delhi)).toBe('delhi')
    expect(choosePreferredSlug({ ...delhi, slug: 'दिल्ली', title: 'दिल्ली' })).toBe('dilli')
    const nameless = { ...delhi, slug: '😀', title: '…' }
    expect(choosePreferredSlug(nameless)).toBe('story-2019-03-14')
    expect(choosePreferredSlug({ ...nameless, publishedAt: null })).toBe('story')
  })

  it('is never one of the site’s own addresses', () => {
    for (const reserved of reservedSlugs) {
      const [slug] = assign([{ ...post, slug: reserved }])
      expect(reservedSlugs.has(slug!)).toBe(false)
      expect(slug).toBe(`${reserved}-2`)
    }
  })

  it('gets a year (for articles), the site’s name (for pages) or a number if it’s in use', () => {
    const dated = { ...post, publishedAt: in2019 }
    const page: SluggedPost = { ...dated, kind: 'page', slug: 'login' }
    expect(assign([dated, { ...dated }, { ...dated }], ['water'])).toEqual([
      'water-2019',
      'water-2',
      'water-3',
    ])
    expect(assign([page], [], 'ferry')).toEqual(['login-ferry'])
    expect(assign([page])).toEqual(['login-2'])
    expect(assign([{ ...dated, slug: 'best-of-2019' }], ['best-of-2019'])).toEqual([
      'best-of-2019-2',
    ])
  })

  it('stays with the post that has it in the source', () => {
    const posts = [post, { ...post, title: 'Another' }, { ...post, slug: 'water-2' }]
    expect(assign(posts)).toEqual(['water', 'water-3', 'water-2'])
    expect(assign([post, { ...post, isAtSlug: true }])).toEqual(['water-2', 'water'])
  })

  it('is found in linear time for many duplicates', () => {
    const lookups = { count: 0 }
    const taken = { has: () => Boolean(lookups.count++ < 0) }
    const posts = Array.from({ length: 5_000 }, () => ({ ...post }))
    const slugs = assignFreeSlugs(posts, taken, null)
    expect(slugs.get(posts.at(-1)!)).toBe('water-5000')
    expect(lookups.count).toBeLessThan(3 * posts.length)
  })

  it('is valid, free and the same each time, whatever the source calls it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom('a', 'a-b', 'a-2', 'login', ''),
    )
    const anyPost = fc.record({
      kind: fc.constantFrom('article' as const, 'page' as const),
      slug: text,
      title: text,
      publishedAt: fc.option(fc.date({ noInvalidDate: true })),
    })
    const anySiteName = fc.constantFrom(null, 'ferry', 'x'.repeat(110))
    fc.assert(
      fc.property(fc.array(anyPost, { maxLength: 20 }), anySiteName, (posts, siteName) => {
        const slugs = assign(posts, ['a'], siteName)
        expect(new Set(['a', ...slugs]).size).toBe(posts.length + 1)
        for (const slug of slugs) expect(slugSchema.safeParse(slug).success).toBe(true)
        expect(assign(posts, ['a'], siteName)).toEqual(slugs)
      }),
    )
  })
})
