import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { legacyCategorySlugs } from '../../publication/sections.ts'
import { categorySlugs } from '../category.ts'
import { resolveArchivePath as resolve } from './archive-path.ts'

const tagSlugs = ['lgbtq', 'india', 'sriLanka']
const tags = tagSlugs.map((slug) => ({ slug, name: slug }))
const resolveArchivePath = (path: string) => resolve(path, tags)

it.each([
  ['/tag/srilanka', '/tag/sriLanka'],
  ['/tag/sri-lanka', '/tag/sriLanka'],
  ['/tag/Sri%20Lanka/', '/tag/sriLanka'],
  ['/tag/sri_lanka/2', '/tag/sriLanka/2'],
  ['/tag/LGBTQ', '/tag/lgbtq'],
  ['/Tag/india', '/tag/india'],
  ['/category/Film-And-TV', '/category/film-and-tv'],
  ['/category/editorspicks/feed', '/category/editors-picks/feed'],
  ['/category/film-tv', '/category/film-and-tv'],
  ['/category/film-tv/feed', '/category/film-and-tv/feed'],
  // The old archive's pages were numbered differently.
  ['/category/Op-Eds/2', '/category/opinion'],
  ['/category/film-tv/page/3', '/category/film-and-tv'],
  ['/category/Film-And-TV/page/3', null],
  ['/tag/sri-lanka/feed', null],
  ['/tag/sri-lanka/0', null],
  ['/tag/sri-lanka/x', null],
  ['/tag/sriLanka', null],
  ['/tag/sriLanka/999', null],
  ['/tag/moon', null],
  ['/tag/%E0%A4%A', null],
  ['/tag', null],
  ['/__proto__/india', null],
  ['/category/india', null],
])('the archive path %s leads to %s', (path, address) =>
  expect(resolveArchivePath(path)).toBe(address),
)

function spellings(slug: string) {
  const words = slug.split(/-|(?=[A-Z])/)
  return fc
    .tuple(
      fc.array(fc.boolean(), { minLength: slug.length, maxLength: slug.length }),
      fc.constantFrom('', '-', '--', '_', '%20', '+', ' '),
    )
    .map(([isUpper, between]) =>
      words
        .map((word) =>
          [...word]
            .map((letter, at) => (isUpper[at] ? letter.toUpperCase() : letter.toLowerCase()))
            .join(''),
        )
        .join(between),
    )
}

const canonicalPath = [
  ...categorySlugs.map((slug) => ['category', slug, slug] as const),
  ...Object.entries(legacyCategorySlugs).map(
    ([legacySlug, slug]) => ['category', legacySlug, slug] as const,
  ),
  ...tagSlugs.map((slug) => ['tag', slug, slug] as const),
]

describe.each(canonicalPath)('/%s/%s', (folder, name, slug) => {
  const canonical = `/${folder}/${slug}`

  it('is found in every spelling, and isn’t redirected itself', () => {
    fc.assert(
      fc.property(spellings(name), (spelling) => {
        const address = resolveArchivePath(`/${folder}/${spelling}`)
        expect(address).toBe(spelling === slug ? null : canonical)
      }),
    )
    expect(resolveArchivePath(canonical)).toBeNull()
    expect(resolveArchivePath(`${canonical}/2`)).toBeNull()
  })
})

it('an archive’s path never leads to another redirect or off the site', () => {
  const segment = fc.oneof(
    fc.constantFrom('tag', 'TAG', 'category', 'india', 'Food', 'sri-lanka', 'feed', '2', '', '..'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
      const address = resolveArchivePath(`/${segments.join('/')}`)
      if (address === null) return
      expect(address).toMatch(/^\/(tag|category)\/[a-zA-Z-]+(\/\d+|\/feed)?$/)
      expect(resolveArchivePath(address)).toBeNull()
    }),
    { numRuns: 2000 },
  )
})
